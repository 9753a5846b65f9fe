"""npm packages: one that everybody asks for, and one with the programs that npm takes on the right platform alone."""
import json

from packed import Tree, gz, tar

STARTER = """#!/usr/bin/env node
// Starts the program of the package for this platform; nothing is fetched when this is installed.
const { spawn } = require('node:child_process');
let program;
try {
  program = require.resolve('PLATFORM/bin/NAME');
} catch {
  console.error('loggia: there is no program for ' + process.platform + ' ' + process.arch + ', or optional packages were left out');
  process.exit(1);
}
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (fault) => {
  console.error('loggia: ' + fault.message);
  process.exit(3);
});
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
"""


def packages(release):
    """Both packages, by file name."""
    platform = f"loggia-linux-{release.npm_cpu}-gnu"
    about = {"version": release.version, "license": "MIT OR Apache-2.0"}
    inside = Tree()
    inside.add("package.json", json.dumps({"name": platform, "description": f"The programs of Loggia for Linux on {release.npm_cpu}", **about, "os": ["linux"],
                                           "cpu": [release.npm_cpu], "libc": ["glibc"], "preferUnplugged": True}, indent=2) + "\n")
    inside.add("README.md", "The programs of Loggia for one platform. Install `loggia`, which asks for this package.\n")
    for name, data in release.programs.items():
        inside.add(f"bin/{name}", data, 0o755)
    outside = Tree()
    outside.add("package.json", json.dumps({"name": "loggia", "description": "Website builder and online store: static pages from a folder of content",
                                            **about, "bin": {name: f"bin/{name}.js" for name in release.programs}, "engines": {"node": ">=18"},
                                            "optionalDependencies": {platform: release.version}}, indent=2) + "\n")
    for name in release.programs:
        outside.add(f"bin/{name}.js", STARTER.replace("PLATFORM", platform).replace("NAME", name), 0o755)
    outside.add("README.md", release.readme)
    for tree in (inside, outside):
        for name, text in release.licence_files.items():
            tree.add(name, text)
    return {f"{platform}-{release.version}.tgz": gz(tar(inside, release.time, "package/")),
            f"loggia-{release.version}.tgz": gz(tar(outside, release.time, "package/"))}
