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
# Right after a reboot it is not known yet who answers: that is waited for, three minutes in all.
well=
waits=36
for one in $(docker compose ps --all --quiet tutor); do
	while how=$(docker inspect --format '{{.State.Health.Status}}' "$one") &&
		[ "$how" = starting ] && [ "$waits" -gt 0 ]; do
		waits=$((waits - 1))
		sleep 5
	done
	if [ "$how" = healthy ]; then
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
