# The portal with its built pages. It runs as user 1000 with a read-only root file system: it writes to /data and /tmp alone.

# One image for both stages: the digest is that of 24.21.0 for amd64, arm64 and ppc64le.
ARG NODE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# What is shipped is said in tools/release/shipped.ts, for the bundles of a release too.
ARG VERSION=
ARG COMMIT=
ARG SOURCE_DATE_EPOCH=
RUN node tools/release/write-image.ts /image

FROM ${NODE}
# What is built, for the page of operations and for those that look at the image: docs/releases.md names the line.
ARG VERSION=
ARG COMMIT=
LABEL org.opencontainers.image.title=steward org.opencontainers.image.licenses=Apache-2.0
LABEL org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$COMMIT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /image ./
RUN install -d -o 1000 -g 1000 /data /backups
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/start.mjs"]
