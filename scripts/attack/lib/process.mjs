// Programs that the attacks start, and end by their own id.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";

const running = new Set();
/** A program that holds more than this, in KiB, is ended before the machine has none left. */
const MOST_KIB = 5_000_000;

/** Runs a program to its end. */
export function run(program, words, { env = {}, input, cwd, timeout = 120_000, bare = false } = {}) {
  const done = spawnSync(program, words, {
    env: bare ? env : { ...process.env, ...env }, input, cwd, timeout, encoding: "utf8", maxBuffer: 64 << 20,
  });
  return { status: done.status ?? -1, stdout: done.stdout ?? "", stderr: done.stderr ?? "", signal: done.signal };
}

/** Runs a program to its end while others go on; also says the most memory that it held, in KiB. */
export function runBeside(program, words, { env = {}, cwd, input, timeout = 120_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { env: { ...process.env, ...env }, cwd, stdio: ["pipe", "pipe", "pipe"] });
    running.add(child);
    let [stdout, stderr, peak] = ["", "", 0];
    child.stdout.on("data", (part) => { stdout += part; });
    child.stderr.on("data", (part) => { stderr += part; });
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    const look = setInterval(() => {
      const held = memory(child.pid);
      peak = Math.max(peak, held.peak);
      if (held.now > MOST_KIB) child.kill("SIGKILL");
    }, 20);
    const limit = setTimeout(() => child.kill("SIGKILL"), timeout);
    child.on("error", (fault) => { stderr += fault.message; });
    child.on("close", (status, signal) => {
      clearInterval(look);
      clearTimeout(limit);
      running.delete(child);
      resolve({ status: status ?? -1, signal, stdout, stderr, peak });
    });
  });
}

/** Starts a server; ready when a line of its output fits `sign`. */
export function start(program, words, { env = {}, cwd, sign, log }) {
  const child = spawn(program, words, { env: { ...process.env, ...env }, cwd, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const out = fs.createWriteStream(log, { flags: "a" });
  child.stderr.pipe(out);
  const look = setInterval(() => {
    if (memory(child.pid).now > MOST_KIB) child.kill("SIGKILL");
  }, 100);
  child.once("close", () => clearInterval(look));
  return new Promise((resolve, reject) => {
    let text = "";
    const late = setTimeout(() => reject(new Error(`${program} says nothing; see ${log}`)), 60_000);
    child.stdout.on("data", (part) => {
      text += part;
      out.write(part);
      const found = sign.exec(text);
      if (found) {
        clearTimeout(late);
        resolve({ child, pid: child.pid, found, get said() { return text; } });
      }
    });
    child.on("close", (status) => {
      running.delete(child);
      clearTimeout(late);
      reject(new Error(`${program} ended with ${status}: ${fs.readFileSync(log, "utf8").slice(-600)}`));
    });
  });
}

/** Ends one in order, or at once. */
export function stop({ child }, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
    child.once("close", () => {
      clearTimeout(late);
      resolve();
    });
    child.kill(signal);
  });
}

/** Ends everything that was started here. */
export function stopAll() {
  for (const child of running) child.kill("SIGKILL");
}

/** Memory of a process in KiB: now, and the most it ever held. */
export function memory(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1] ?? 0);
    return { now: of("VmRSS"), peak: of("VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}

/** Forgets the most memory a process held, so that the next look tells what came after. */
export function forgetPeak(pid) {
  try {
    fs.writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Another kernel: the figure then counts from the start of the process, which is the stricter one.
  }
}

/** While something is done: whether this machine tried to open a connection to a port that nobody answered yet. */
export async function whileConnecting(ports, work) {
  const hexadecimal = ports.map((port) => port.toString(16).toUpperCase().padStart(4, "0"));
  const tries = new Set();
  const look = setInterval(() => {
    for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
      for (const line of fs.readFileSync(file, "utf8").split("\n").slice(1)) {
        const [, , remote, state] = line.trim().split(/\s+/);
        // 02 is SYN_SENT.
        if (state === "02" && hexadecimal.includes(remote.split(":")[1])) tries.add(remote);
      }
    }
  }, 10);
  try {
    return { done: await work(), tries: [...tries] };
  } finally {
    clearInterval(look);
  }
}
