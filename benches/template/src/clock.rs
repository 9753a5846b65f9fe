//! CPU time of this thread, which a busy machine does not stretch as it does wall time.

use std::time::Instant;

/// Nanoseconds on the CPU. Where the system does not tell, the wall clock has to do.
fn now(start: Instant) -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds =
        stat.as_deref().and_then(|stat| stat.split(' ').next()).and_then(|first| first.parse().ok());
    nanoseconds.unwrap_or_else(|| start.elapsed().as_nanos() as u64)
}

/// Microseconds of one run of `work`: the median of five batches, after a warm-up.
pub fn measure(quick: bool, mut work: impl FnMut() -> usize) -> f64 {
    let start = Instant::now();
    let (warm, batch) = if quick { (30_000_000, 20_000_000) } else { (300_000_000, 300_000_000) };
    let mut sink = 0;
    let begin = now(start);
    let mut runs: u64 = 0;
    let mut step: u64 = 1;
    while now(start) - begin < warm {
        for _ in 0..step {
            sink += std::hint::black_box(work());
        }
        runs += step;
        step = (step * 2).min(1 << 16);
    }
    let per_run = ((now(start) - begin) / runs).max(1);
    let count = (batch / per_run).max(1);
    let mut batches = [0.0; 5];
    for time in &mut batches {
        let begin = now(start);
        for _ in 0..count {
            sink += std::hint::black_box(work());
        }
        *time = (now(start) - begin) as f64 / count as f64 / 1000.0;
    }
    std::hint::black_box(sink);
    batches.sort_by(f64::total_cmp);
    batches[2]
}

/// The most memory this process has held, in MB; 0 where the system does not tell.
pub fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}
