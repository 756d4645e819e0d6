{{- define "steward.name" -}}
{{- contains "steward" .Release.Name | ternary .Release.Name (printf "%s-steward" .Release.Name) | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "steward.selector" -}}
app.kubernetes.io/name: steward
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "steward.labels" -}}
{{ include "steward.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "steward.secret" -}}
{{- .Values.secrets.existing | default (include "steward.name" .) -}}
{{- end }}

{{- define "steward.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}
