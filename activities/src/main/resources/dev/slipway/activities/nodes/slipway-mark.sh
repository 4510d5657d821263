# ACTION [TEXT]: the cordon mark of a node that no scheduler knows. "read" prints "none", or "mark" and the text.
set -eu
file=/var/lib/slipway/cordon-mark
case $1 in
read)
    if [ -e "$file" ]; then echo mark; cat "$file"; else echo none; fi ;;
write)
    mkdir -p /var/lib/slipway
    printf '%s' "$2" > "$file.new"
    sync "$file.new"
    mv "$file.new" "$file"
    sync /var/lib/slipway
    echo written ;;
*)
    echo "slipway-mark: unknown action $1" >&2
    exit 2 ;;
esac
