import type { NewDomain } from '../data/trpc.ts';
import { Field, inputLook } from '../parts/field.tsx';

/** The typed settings of a relay. */
export type RelayText = { host: string; port: string; username: string; password: string };

export const emptyRelay: RelayText = { host: '', port: '587', username: '', password: '' };

export const relayOf = ({ host, port, username, password }: RelayText): NonNullable<NewDomain['relay']> => ({
  host: host.trim(),
  port: Number(port),
  username: username.trim() || null,
  password: password || null,
});

type Props = { relay: RelayText; onChange: (relay: RelayText) => void };

/** The fields for the customer's own SMTP server. */
export function RelayFields({ relay, onChange }: Props) {
  const text = (name: 'host' | 'username' | 'password') => ({
    className: inputLook,
    value: relay[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...relay, [name]: event.target.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <>
      <Field label="Server" path="relay.host" hint="Its public name. It must offer TLS.">
        {(props) => (
          <input {...props} {...text('host')} placeholder="smtp.example.com" required maxLength={253} />
        )}
      </Field>
      <Field label="Port" path="relay.port">
        {(props) => (
          <select
            {...props}
            className={inputLook}
            value={relay.port}
            onChange={(event) => onChange({ ...relay, port: event.target.value })}
          >
            <option value="587">587 (STARTTLS)</option>
            <option value="465">465 (TLS)</option>
          </select>
        )}
      </Field>
      <Field label="User name" path="relay.username" hint="Leave it empty if the server requires none.">
        {(props) => <input {...props} {...text('username')} maxLength={320} />}
      </Field>
      <Field label="Password" path="relay.password" hint="It is stored encrypted and never shown again.">
        {(props) => <input {...props} {...text('password')} type="password" maxLength={1_024} />}
      </Field>
    </>
  );
}
