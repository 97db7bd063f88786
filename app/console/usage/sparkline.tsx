import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';

const WIDTH = 96;
const HEIGHT = 24;

type Props = { values: readonly (number | null)[]; bottom: number; top: number; stroke: string };

/** A small chart of a number in a row of a list. The row also has the number as text. */
export function Sparkline({ values, bottom, top, stroke }: Props) {
  const x = scaleLinear({ domain: [0, Math.max(1, values.length - 1)], range: [2, WIDTH - 2] });
  const y = scaleLinear({ domain: [bottom, top], range: [HEIGHT - 3, 3] });
  const points = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  const last = points.at(-1);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="inline-block align-middle">
      <LinePath
        data={points}
        x={({ index }) => x(index)}
        y={({ value }) => y(value)}
        className={stroke}
        strokeWidth={1.5}
        fill="none"
      />
      {last ? <circle cx={x(last.index)} cy={y(last.value)} r={2} className="fill-ink-soft" /> : null}
    </svg>
  );
}
