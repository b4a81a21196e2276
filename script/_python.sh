# Read by script/serve, script/manage and script/test: finds a Python that is new enough and names it in $python.
python=
for candidate in "${CROUPIER_PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "Croupier needs Python 3.11 or newer, and found $(python3 --version 2>/dev/null || echo none)." >&2
    echo "Install one, or name it: CROUPIER_PYTHON=/path/to/python3 $0" >&2
    exit 1
fi
