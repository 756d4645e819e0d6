const textEntry = (place: number, textPayload: string) => ({
  insertId: `e${place}`,
  labels: { channel: '0', protocol: 'V2', request_id: `q${place}`, session_id: 'e-session', source: 'JS_API' },
  logName: 'projects/p/logs/dialogflow_agent',
  resource: { labels: { project_id: 'p' }, type: 'global' },
  severity: 'INFO',
  textPayload,
  timestamp: `2026-03-04T09:0${place}:01.000Z`,
});

interface TextAnswer {
  readonly query: string;
  readonly intent: string;
  readonly fulfillment: string;
  readonly hasWebhook?: boolean;
  readonly status?: string;
}

const textAnswer = (place: number, { query, intent, fulfillment, hasWebhook = false, status }: TextAnswer) =>
  textEntry(
    place,
    `Dialogflow Response : id: "r-${place}"
lang: "et"
session_id: "e-session"
timestamp: "2026-03-04T09:0${place}:00.644Z"
result {
  source: "agent"
  resolved_query: "${query}"
  action: "input.${place}"
  score: 1.0
  parameters {
    fields {
      key: "days"
      value {
        list_value {
          values {
            number_value: 12.0
          }
        }
      }
    }
  }
  contexts {
    name: "__system_counters__"
    lifespan: 1
    parameters {
    }
  }
  metadata {
    intent_id: "i-${place}"
    intent_name: "${intent}"
    webhook_used: "${hasWebhook}"
    webhook_for_slot_filling_used: "false"
    is_fallback_intent: "false"
  }
  fulfillment {
    ${fulfillment}
  }
}
status {
  ${status ?? 'code: 200\n  error_type: "success"'}
}
`,
  );

const spoken = (text: string) => `messages {
      lang: "et"
      type {
        number_value: 0.0
      }
      speech {
        string_value: "${text}"
      }
    }`;

const chips = `messages {
      payload {
        fields {
          key: "richContent"
          value {
            list_value {
              values {
                list_value {
                  values {
                    struct_value {
                      fields {
                        key: "type"
                        value {
                          string_value: "chips"
                        }
                      }
                      fields {
                        key: "options"
                        value {
                          list_value {
                            values {
                              struct_value {
                                fields {
                                  key: "text"
                                  value {
                                    string_value: "Next year"
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
      type {
        number_value: 4.0
      }
    }`;

/** A conversation with Dialogflow ES: its answers, and entries that are none. */
export const dialogflowTextEntries = [
  textAnswer(0, { query: 'WELCOME', intent: 'Default Welcome Intent', fulfillment: 'speech: "Tere!"' }),
  textEntry(
    1,
    String.raw`Dialogflow Request : {"session":"e-session","query_input":"{\n  \"text\": {}}","timezone":"Europe/Tallinn"}`,
  ),
  textAnswer(1, {
    query: String.raw`Mitu p\303\244eva on j\303\244\303\244nud? \"k\303\265ik\"`,
    intent: 'Puhkus',
    fulfillment: `speech: "12 p\u00e4eva {12}"\n    ${spoken(String.raw`12 p\303\244eva {12}\nJah`)}\n    ${chips}`,
    hasWebhook: true,
  }),
  textEntry(2, 'Dialogflow fulfillment request: {"responseId":"r-2"}'),
  textAnswer(2, {
    query: 'Ja pank?',
    intent: 'Default Fallback Intent',
    fulfillment: spoken('Vabandust'),
    hasWebhook: true,
    status: 'code: 206\n  error_type: "partial_content"\n  error_details: "Webhook call failed."',
  }),
  textEntry(3, 'Dialogflow Response : id: "r-3"\nsession_id: "e-session"\nresult {\n  resolved_query: "cut'),
];
