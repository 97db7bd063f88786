'use client';

import { useEffect, useState } from 'react';
import { type Health, lookUpHealth } from '../health.ts';

const EVERY_MS = 10_000;

type Shown = Health | { state: 'asking' };

const titles: Record<Shown['state'], string> = {
  asking: 'Asking…',
  well: 'Up and answering',
  unwell: 'Answering, but not working',
  silent: 'No answer',
};

const dots: Record<Shown['state'], string> = {
  asking: 'bg-ink-soft pulse',
  well: 'bg-good',
  unwell: 'bg-warn',
  silent: 'bg-bad',
};

/** The live state from `GET /health`: asked at once, every ten seconds while the page is seen, and on return. */
export function HealthStatus() {
  const health = useHealth();
  return (
    <div data-testid="health" data-state={health.state}>
      <p role="status" className="flex items-center gap-2.5 text-[15px] font-medium">
        <span className={`size-2 rounded-full ${dots[health.state]}`} aria-hidden="true" />
        {titles[health.state]}
      </p>
      <p className="mt-1.5 min-h-10 text-[13px] leading-5 text-ink-soft">
        <Detail health={health} />
      </p>
    </div>
  );
}

function useHealth(): Shown {
  const [health, setHealth] = useState<Shown>({ state: 'asking' });
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      if (document.hidden) return;
      const found = await lookUpHealth();
      if (!gone) setHealth(found);
    };
    void ask();
    const timer = setInterval(ask, EVERY_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
  return health;
}

function Detail({ health }: { health: Shown }) {
  switch (health.state) {
    case 'asking':
      return <>Looking at /health.</>;
    case 'well':
      return (
        <>
          Version {health.version}
          {health.commit !== 'unknown' && <> ({health.commit.slice(0, 7)})</>}, {health.env}. Answered in{' '}
          <span className="tabular-nums">{health.tookMs}</span> ms.
        </>
      );
    case 'unwell':
      return <>{health.reason}. The log of the running program says more.</>;
    case 'silent':
      return <>/health is silent. Is “npm start” still running? Asking again every ten seconds.</>;
  }
}
