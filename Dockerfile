# The server alone, with the pages of phone and console. docs/deploy.md lists what it needs besides.

# Another one, such as a mirror's, must be Debian with Node, npm and the user "node".
ARG BASE_IMAGE=node:22-bookworm-slim

FROM $BASE_IMAGE AS build
WORKDIR /offhook
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund
RUN npm run build

FROM $BASE_IMAGE AS production
WORKDIR /offhook
COPY package.json package-lock.json LICENSE THIRD_PARTY_NOTICES ./
COPY contract/package.json contract/
COPY i18n/package.json i18n/
COPY design/package.json design/
COPY softphone/package.json softphone/
COPY console/package.json console/
COPY server/package.json server/
COPY voice/package.json voice/
COPY realtime/package.json realtime/
COPY stack/package.json stack/
COPY bench/package.json bench/
# The bundles' external packages are dependencies of the server; the pages are already built.
RUN npm ci --omit=dev --workspace=server --no-audit --no-fund && npm cache clean --force
COPY --from=build /offhook/stack/bin stack/bin
COPY --from=build /offhook/stack/dist stack/dist
COPY --from=build /offhook/softphone/dist softphone/dist
COPY --from=build /offhook/console/dist console/dist
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 OFFHOOK_DATA=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "stack/bin/server.mjs", "--built"]
