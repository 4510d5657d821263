# slipway-drop-in WORD... — a file beside the unit nvidia-persistenced gives it this command; systemd reads it.
set -u
folder=/etc/systemd/system/nvidia-persistenced.service.d
umask 022
mkdir -p "$folder" || exit 1
temporary=$folder/.slipway.conf.$$
printf '# Written by Slipway: the daemon keeps the GPUs awake.\n[Service]\nExecStart=\nExecStart=%s\n' "$*" >"$temporary" \
  && mv -f "$temporary" "$folder/slipway.conf" || { rm -f "$temporary"; exit 1; }
systemctl daemon-reload
