#!/bin/sh
# Brings what `git pull` has brought to compose.yaml's containers, one tutor process after the
# other: the others serve on. If the new version does not start, it ends there, and is to be run
# again with one that does: this one mended, or the one before (git checkout).
set -e
start() {
	docker compose up --detach --wait --wait-timeout 180 --no-recreate tutor
}
docker compose build
# What does not answer would be waited for in vain: an upgrade that failed has left it behind.
well=
for one in $(docker compose ps --all --quiet tutor); do
	if [ "$(docker inspect --format '{{.State.Health.Status}}' "$one")" = healthy ]; then
		well="$well $one"
	else
		docker rm --force --volumes "$one"
	fi
done
start
for old in $well; do
	docker stop "$old"
	docker rm --volumes "$old"
	start
done
docker compose up --detach
docker compose exec -T caddy caddy reload --config /etc/caddy/Caddyfile
docker image prune --force
