/** How long a tween runs by default (W-011). Milliseconds. */
const TWEEN_DURATION_MS = 300;

/** From one number to another over time; answers how to stop. Every frame gets a value, the last one the end itself. */
export function tween(
  from: number,
  to: number,
  draw: (value: number) => void,
  duration: number = TWEEN_DURATION_MS,
): () => void {
  if (!Number.isFinite(duration)) throw new Error('Duration is not a finite number'); // W-012
  const start = performance.now();
  let frame = 0;
  const step = () => {
    const passed = duration <= 0 ? 1 : Math.min(1, (performance.now() - start) / duration);
    // Slow at both ends.
    const eased = passed < 0.5 ? 2 * passed ** 2 : 1 - (2 - 2 * passed) ** 2 / 2;
    draw(passed === 1 ? to : from + (to - from) * eased);
    if (passed < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
