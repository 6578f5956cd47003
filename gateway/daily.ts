const day = 24 * 60 * 60 * 1_000;

/** Does a work now and every 24 hours, one at a time, until it is stopped; a failure is reported and tried again a day later. */
export const daily = (work: () => Promise<unknown>, onFailure: (error: unknown) => void): (() => void) => {
  let running = false;
  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      running = false;
    }
  };
  void run();
  const timer = setInterval(() => void run(), day);
  timer.unref();
  return () => clearInterval(timer);
};
