'use client';

import { type EventType, eventTypeCatalogue, typesForTenants } from '#kernel/catalogue/event-types.ts';
import { eventGroup, eventNames } from '../labels/events.ts';

/** Types by their first part: `message`, `identity`, … */
const groups = [...Map.groupBy(typesForTenants, (type) => type.split('.', 1)[0] ?? type)];

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

/** The events that an endpoint receives: all, including future types, or chosen ones. */
export function EventPicker({ chosen, onChange }: Props) {
  const isAll = chosen.includes('*');
  const toggle = (types: readonly EventType[], on: boolean) => {
    const rest = chosen.filter((type) => !(types as readonly string[]).includes(type));
    onChange(on ? [...rest, ...types] : rest);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-[13px] font-medium">Events</legend>
      <Choice
        name="All events, including types that are added later"
        checked={isAll}
        onChange={() => onChange(['*'])}
      />
      <Choice name="Only these events" checked={!isAll} onChange={() => onChange(['message.received'])} />
      {isAll ? null : (
        <div className="mt-2 max-h-72 space-y-3 overflow-y-auto rounded-lg border border-line px-3 py-2">
          {groups.map(([group, types]) => {
            const count = types.filter((type) => chosen.includes(type)).length;
            return (
              <div key={group}>
                <label className="flex items-center gap-2.5 py-1 text-[13px] font-medium">
                  <input
                    type="checkbox"
                    className="size-3.5 accent-accent"
                    checked={count === types.length}
                    ref={(box) => {
                      if (box) box.indeterminate = count > 0 && count < types.length;
                    }}
                    onChange={() => toggle(types, count < types.length)}
                  />
                  {eventGroup(group)}
                </label>
                {types.map((type) => (
                  <label
                    key={type}
                    className="-mx-1 flex cursor-pointer items-start gap-2.5 rounded-md py-1 pr-1 pl-6 hover:bg-hover"
                  >
                    <input
                      type="checkbox"
                      className="mt-0.5 size-3.5 accent-accent"
                      checked={chosen.includes(type)}
                      onChange={() => toggle([type], !chosen.includes(type))}
                    />
                    <span className="min-w-0 text-[13px] leading-5">
                      {eventNames[type]} <code className="font-mono text-xs text-ink-soft">{type}</code>
                      <span className="block text-ink-soft">When {eventTypeCatalogue[type].when}.</span>
                    </span>
                  </label>
                ))}
              </div>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}

function Choice({ name, checked, onChange }: { name: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="-mx-2 flex cursor-pointer items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-hover">
      <input
        type="radio"
        name="events"
        className="size-3.5 accent-accent"
        checked={checked}
        onChange={onChange}
      />
      {name}
    </label>
  );
}
