# syntax=docker/dockerfile:1
# The image of Proofmail. Nothing is built or installed when it starts; only /data is written. It has no database of its own:
# DATABASE_URL names one. docs/operations.md, Containers, and compose.yaml.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node -e "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureConsole())" \
 && node scripts/image.mjs /image

FROM node:24-bookworm-slim
ARG GIT_COMMIT=unknown
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    GIT_COMMIT=$GIT_COMMIT \
    HOME=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    PM_SMTP_HOST=0.0.0.0 \
    PM_SMTP_PORT=2525 \
    PM_METRICS_PORT=9464 \
    PM_DATA_DIR=/data
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
 && mkdir /data && chown 10001:10001 /data
WORKDIR /app
COPY --from=build /image /app
USER 10001:10001
VOLUME /data
EXPOSE 3000 2525 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthcheck.mjs"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=40", "--expose-gc", "src/server/main.ts"]
