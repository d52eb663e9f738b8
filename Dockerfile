# Build and run: docker compose up -d --build. Details: server/RUNNING.md

# The Node of package-lock.json. A digest pins its bytes: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# Builds the browser app. The server does not need these tools.
FROM ${NODE_IMAGE} AS app
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY vite.config.ts ./
COPY shared ./shared
COPY client ./client
COPY src ./src
RUN node_modules/.bin/vite build

# Without optional packages: they are Node, which the image has, and parts of the build tools. tRPC names TypeScript as a
# peer for its types; without peers it stays away. All other peers are dependencies of their own.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --legacy-peer-deps --no-audit --no-fund

FROM ${NODE_IMAGE} AS server
# Nothing is installed into a running server: it goes without npm, corepack and yarn.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-*
WORKDIR /app
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY migrations ./migrations
COPY shared ./shared
COPY server ./server
COPY client ./client
COPY scripts ./scripts
COPY --from=app /app/dist ./dist
# Mount a volume here for SQLite. It is not declared, so that servers on PostgreSQL get none.
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=file:/data/assay.db MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the main process, because npm would not forward signals to it.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=30", "--expose-gc", "--no-allocation-site-pretenuring", "server/index.ts"]
