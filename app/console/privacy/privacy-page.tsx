'use client';

import { useQueryState } from '../data/query-state.ts';
import { useSession } from '../data/session.tsx';
import { Choice } from '../parts/choice.tsx';
import { Page } from '../parts/page-frame.tsx';
import { Erasures } from './erasures.tsx';
import { Exports } from './exports.tsx';
import { Holds } from './holds.tsx';

const tabs = [
  ['', 'Erasure'],
  ['holds', 'Legal holds'],
  ['exports', 'Exports'],
] as const;
type Tab = (typeof tabs)[number][0];

/** Legal obligations: erasing data, keeping it, and handing it over. */
export function PrivacyPage() {
  const { workspace } = useSession();
  const { values, set } = useQueryState(['tab'] as const);
  const tab = tabs.some(([value]) => value === values.tab) ? (values.tab as Tab) : '';
  if (!workspace) return null;
  return (
    <Page
      title="Privacy"
      intro="Erase mail permanently, protect it from erasure, or export it. Everything here is in the audit log."
    >
      <div className="mb-5">
        <Choice label="Part" options={tabs} value={tab} onChange={(next) => set({ tab: next })} />
      </div>
      {tab === '' ? <Erasures tenantId={workspace.id} /> : null}
      {tab === 'holds' ? <Holds tenantId={workspace.id} /> : null}
      {tab === 'exports' ? <Exports tenantId={workspace.id} /> : null}
    </Page>
  );
}
