# Keeps nouveau from loading: NVIDIA, "Driver Installation Guide", disabling nouveau.
set -eu
file=/etc/modprobe.d/slipway-nouveau.conf
printf '%s\n' 'blacklist nouveau' 'options nouveau modeset=0' >"$file.new"
sync "$file.new"
mv "$file.new" "$file"
echo denied
