# A node of the server. Not run in the project's tests: see docs/scaling.md.

FROM node:24-slim AS page
WORKDIR /stolik/web
COPY web/package.json web/package-lock.json ./
RUN npm ci
COPY web ./
COPY src ../src
RUN npm run build

FROM python:3.13-slim
WORKDIR /stolik
COPY requirements/play.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/play.txt
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=page /stolik/src/stolik/server/page src/stolik/server/page
RUN pip install --no-cache-dir --no-build-isolation --no-deps . && useradd --create-home stolik
USER stolik
ENV STOLIK_HOST=0.0.0.0 STOLIK_LOG_FORMAT=json
EXPOSE 8000
CMD ["stolik", "serve"]
