#!/bin/bash -eu
# Build the fuzz targets of tests/fuzz as ClusterFuzzLite and OSS-Fuzz expect them: an executable for each target in
# $OUT, with its corpus and its dictionary beside it.
python3 -m pip install --constraint constraints.txt '.[news]' ./bench ada-url lxml

for path in tests/fuzz/targets/[a-z]*.py; do
  name=$(basename "$path" .py)
  cat > "tests/fuzz_$name.py" <<PYTHON
import sys

import atheris

with atheris.instrument_imports(include=["tamis"]):
    from fuzz.targets.$name import check

atheris.Setup(sys.argv, check)
atheris.Fuzz()
PYTHON
  compile_python_fuzzer "tests/fuzz_$name.py" --paths tests --collect-all tamis --collect-all publicsuffixlist \
    --collect-all selectolax --collect-all feedparser
  zip --junk-paths --quiet "$OUT/fuzz_${name}_seed_corpus.zip" tests/fuzz/corpus/"$name"/*
  cp "tests/fuzz/dictionaries/$name.dict" "$OUT/fuzz_$name.dict"
done
