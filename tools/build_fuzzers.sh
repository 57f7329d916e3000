#!/bin/sh -eu
# Run .clusterfuzzlite/build.sh without its container, and start every fuzzer that it makes: `make fuzz-build`.
#
# In the base image there are Python with atheris, PyInstaller, the variables OUT, SRC and WORK, and a command
# compile_python_fuzzer. The last is made here: PyInstaller puts each target with all that it imports into one program.
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export OUT="$place/out" SRC="$place/src" WORK="$place/work"
mkdir -p "$OUT" "$SRC/tamis" "$WORK" "$place/bin"
git ls-files -z --cached --others --exclude-standard | xargs -0 tar c | tar x -C "$SRC/tamis"
cp .clusterfuzzlite/build.sh "$SRC/build.sh"

"${PYTHON:-python3}" -m venv "$place/venv"
export PATH="$place/bin:$place/venv/bin:$PATH" PIP_QUIET=1 PIP_DISABLE_PIP_VERSION_CHECK=1
python3 -m pip install atheris pyinstaller
cat > "$place/bin/compile_python_fuzzer" <<'COMMAND'
#!/bin/sh -eu
fuzzer=$1
shift
exec pyinstaller --log-level ERROR --onefile --distpath "$OUT" --workpath "$WORK" --specpath "$WORK" \
  --paths "$PWD/tests" --name "$(basename "$fuzzer" .py)" "$@" "$fuzzer"
COMMAND
chmod +x "$place/bin/compile_python_fuzzer"

cd "$SRC/tamis"
bash -eu "$SRC/build.sh"

# Where the programs are started there is no Python of the build, and no source.
export PATH=/usr/bin:/bin
cd "$OUT"
started=0
for archive in *_seed_corpus.zip; do
  name=${archive%_seed_corpus.zip}
  mkdir "$WORK/$name-corpus"
  unzip -q "$archive" -d "$WORK/$name-corpus"
  ./"$name" -runs="${RUNS:-200}" -dict="$name.dict" "$WORK/$name-corpus" > "$WORK/$name.log" 2>&1 || {
    tail -n 20 "$WORK/$name.log"
    echo "$name: it does not run" >&2
    exit 1
  }
  echo "$name: $(grep -c . "$name.dict") words, $(find "$WORK/$name-corpus" -type f | wc -l) inputs, $(grep -o 'Done [0-9]* runs' "$WORK/$name.log")"
  started=$((started + 1))
done
targets=$(find "$SRC/tamis/tests/fuzz/targets" -name '[a-z]*.py' | wc -l)
echo "$started of $targets fuzzers were built and started"
test "$started" -eq "$targets"
