/** Stops asking a service that does not answer, and asks again from time to time whether it does. */
export interface CircuitBreaker {
  /** Whether a question may be asked now. */
  permits(): Promise<boolean>;
  /** The service answered, whatever it said. */
  answered(): void;
  /** The service did not answer. */
  unanswered(): void;
}

export interface CircuitBreakerOptions {
  /** Unanswered questions in a row after which the service itself is suspected. */
  threshold: number;
  /** Milliseconds for which the circuit stays open before the service is checked again. */
  openMs: number;
  /** Whether the service answers at all; decides when the circuit opens and closes. */
  isAlive: () => Promise<boolean>;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

export function createCircuitBreaker({
  threshold,
  openMs,
  isAlive,
  now = () => performance.now(),
}: CircuitBreakerOptions): CircuitBreaker {
  let failures = 0;
  let isOpen = false;
  let openUntil = 0;
  let check: Promise<boolean> | null = null;

  const settle = (alive: boolean): boolean => {
    check = null;
    failures = 0;
    isOpen = !alive;
    if (isOpen) openUntil = now() + openMs;
    return alive;
  };
  const runCheck = (): Promise<boolean> => {
    check ??= isAlive().then(settle, () => settle(false));
    return check;
  };
  return {
    async permits() {
      if (!isOpen) return true;
      return now() < openUntil ? false : runCheck();
    },
    answered() {
      failures = 0;
    },
    unanswered() {
      if (!isOpen && ++failures >= threshold) void runCheck();
    },
  };
}
