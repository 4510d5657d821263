# slipway-boot-unit differs|write UNIT SCRIPT — whether the unit slipway-boot and the script that it runs are these, and makes
# them so. Both are gone where both texts are empty.
set -u
umask 022
unit=/etc/systemd/system/slipway-boot.service
script=/etc/slipway/boot.sh

# same FILE TEXT
same() {
  if [ -z "$2" ]; then
    [ ! -e "$1" ]
  else
    [ "$(cat "$1" 2>/dev/null)" = "$2" ]
  fi
}

# put FILE TEXT — whole or not at all
put() { printf '%s\n' "$2" >"$1.new" && mv -f "$1.new" "$1" || { rm -f "$1.new"; exit 1; }; }

case $1 in
  differs)
    if same "$unit" "$2" && same "$script" "$3" && { [ -z "$2" ] || systemctl is-enabled -q slipway-boot.service; }; then
      echo same
    else
      echo differs
    fi ;;
  write)
    if [ -z "$2" ]; then
      systemctl disable -q slipway-boot.service
      rm -f "$unit" "$script" || exit 1
      systemctl daemon-reload
    else
      mkdir -p "${script%/*}" || exit 1
      put "$script" "$3"
      put "$unit" "$2"
      systemctl daemon-reload && systemctl enable -q slipway-boot.service
    fi ;;
  *) exit 64 ;;
esac
