'use client';

import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useAskedForNew } from '../../data/asked.ts';
import type { ApiKey } from '../../data/trpc.ts';
import type { MadeKey } from '../../developers/key-form.tsx';
import { KeyRow } from '../../developers/key-row.tsx';
import { useMakerNames } from '../../developers/maker-names.ts';
import { RevokeKey } from '../../developers/revoke-key.tsx';
import { RotateKey } from '../../developers/rotate-key.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page-frame.tsx';
import { PagedRows } from '../../parts/rows.tsx';
import { DeploymentKeyForm } from './key-form.tsx';
import { deploymentKeysKey, type KeyLevel, useDeploymentKeys, usePartners } from './use-deployment-keys.ts';

const levels = [
  ['platform', 'Platform'],
  ['partner', 'Partners'],
] as const;

type Opened = { is: 'form' } | { is: 'made'; made: MadeKey } | { is: 'rotate' | 'revoke'; key: ApiKey };

/** The keys that reach beyond one workspace: platform keys and partner keys. */
export function PlatformKeysPage() {
  const [level, setLevel] = useState<KeyLevel>('platform');
  const [isNew, setNew] = useAskedForNew();
  const [other, setOther] = useState<Opened | null>(null);
  const opened: Opened | null = other ?? (isNew ? { is: 'form' } : null);
  const setOpened = (next: Opened | null) => {
    setNew(next?.is === 'form');
    setOther(next?.is === 'form' ? null : next);
  };
  const queryClient = useQueryClient();
  const query = useDeploymentKeys(level);
  const makers = useMakerNames(query.items);
  const partners = new Map(usePartners().map(({ id, name }) => [id, name]));
  const refresh = () => queryClient.invalidateQueries({ queryKey: deploymentKeysKey });
  const create = (
    <Button tone="primary" onClick={() => setOpened({ is: 'form' })}>
      <Plus aria-hidden="true" />
      New key
    </Button>
  );
  return (
    <Page
      title="Platform keys"
      intro="Keys for programs that manage this deployment, or the tenants of a partner. Keys of one workspace are on its own page."
      action={create}
    >
      <div className="mb-4">
        <Choice label="Level" options={levels} value={level} onChange={setLevel} />
      </div>
      <PagedRows
        query={query}
        keyOf={({ key_id }) => key_id}
        row={(key) => (
          <KeyRow
            apiKey={key}
            maker={makers.get(key.created_by?.id ?? '')}
            reach={key.partner_id ? <Badge>{partners.get(key.partner_id) ?? key.partner_id}</Badge> : null}
            rotate={() => setOpened({ is: 'rotate', key })}
            revoke={() => setOpened({ is: 'revoke', key })}
          />
        )}
        empty={
          <Empty
            icon={KeyRound}
            title={level === 'platform' ? 'There is no platform key' : 'No partner has a key'}
          >
            <p>
              {level === 'platform'
                ? 'A platform key creates tenants and partners, and operates the deployment.'
                : 'With its key, a partner creates and manages its own tenants.'}
            </p>
          </Empty>
        }
      />
      <Dialogs
        opened={opened}
        level={level}
        // A dialog that is replaced by the next one closes late, so it must not close that one.
        close={(is) => opened?.is === is && setOpened(null)}
        show={(made) => {
          setOpened({ is: 'made', made });
          void refresh();
        }}
        refresh={refresh}
      />
    </Page>
  );
}

type DialogsProps = {
  opened: Opened | null;
  level: KeyLevel;
  close: (is: Opened['is']) => void;
  show: (made: MadeKey) => void;
  refresh: () => Promise<void>;
};

function Dialogs({ opened, level, close, show, refresh }: DialogsProps) {
  return (
    <>
      <Dialog open={opened?.is === 'form'} onClose={() => close('form')} title="New key">
        <DeploymentKeyForm key={level} level={level} onCancel={() => close('form')} onMade={show} />
      </Dialog>
      <Dialog open={opened?.is === 'rotate'} onClose={() => close('rotate')} title="New secret">
        {opened?.is === 'rotate' ? (
          <RotateKey apiKey={opened.key} onCancel={() => close('rotate')} onMade={show} />
        ) : null}
      </Dialog>
      <Dialog open={opened?.is === 'made'} onClose={() => close('made')} title="Your new key">
        {opened?.is === 'made' ? <Secret made={opened.made} close={() => close('made')} /> : null}
      </Dialog>
      <Dialog open={opened?.is === 'revoke'} onClose={() => close('revoke')} title="Revoke this key?">
        {opened?.is === 'revoke' ? (
          <RevokeKey revoked={opened.key} close={() => close('revoke')} refresh={refresh} />
        ) : null}
      </Dialog>
    </>
  );
}

function Secret({ made, close }: { made: MadeKey; close: () => void }) {
  return (
    <div className="space-y-5 overflow-y-auto px-5 pb-5">
      <p className="text-sm leading-6 text-ink-soft">
        The secret of <span className="font-medium text-ink">{made.name}</span> is shown only once. Store it
        where the program that uses it keeps its secrets.
      </p>
      <CodeBlock caption="Secret" snippet={made.secret ?? ''} subject="the secret" />
      <div className="flex justify-end">
        <Button tone="primary" onClick={close}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}
