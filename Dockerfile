# A node of the server. Not run in the project's tests: see docs/scaling.md.

FROM python:3.13-slim AS wheels
WORKDIR /stolik
COPY requirements/browser.txt requirements/
COPY tools/browser_wheels.py tools/
RUN python tools/browser_wheels.py

FROM node:24-slim AS page
WORKDIR /stolik/web
COPY web/.npmrc web/package.json web/package-lock.json ./
# Not `npm ci`: it refuses a lock file that was written on another system.
RUN npm install --no-save
COPY web ./
COPY src ../src
COPY --from=wheels /stolik/web/python python
RUN npm run build

FROM python:3.13-slim
WORKDIR /stolik
COPY requirements/play.txt requirements/
RUN pip install --no-cache-dir --no-deps --require-hashes -r requirements/play.txt
COPY hatch_build.py pyproject.toml README.md LICENSE ./
COPY src src
COPY --from=page /stolik/src/stolik/server/page src/stolik/server/page
RUN pip install --no-cache-dir --no-build-isolation --no-deps . \
    && useradd --create-home stolik \
    && install --directory --owner stolik --mode 700 /data
USER stolik
ENV STOLIK_HOST=0.0.0.0 STOLIK_PORT=8000 STOLIK_DATABASE=sqlite:////data/stolik.db STOLIK_LOG_FORMAT=json
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-c", \
    "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['STOLIK_PORT'] + '/healthz')"]
STOPSIGNAL SIGTERM
CMD ["stolik", "serve"]
