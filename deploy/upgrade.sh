#!/bin/sh
# Brings what `git pull` has brought to compose.yaml's containers, one tutor process after the
# other: the others serve on. If the new version does not start, it ends there; whichever version
# is to be run instead, `docker compose build && docker compose up --detach` brings it to all at
# once, and pages wait for some ten seconds.
set -e
docker compose build
for old in $(docker compose ps --quiet tutor); do
	docker stop "$old"
	docker rm --volumes "$old"
	docker compose up --detach --wait --wait-timeout 180 --no-recreate tutor
done
docker compose up --detach
docker compose exec -T caddy caddy reload --config /etc/caddy/Caddyfile
docker image prune --force
