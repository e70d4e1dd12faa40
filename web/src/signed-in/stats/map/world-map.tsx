// The countries of the world, shaded by a number. The shapes are drawn ahead of time (web/world-map.ts). Countries with a
// number can be chosen with the mouse or, as the options of a list ordered by number, with the keyboard.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Fragment, type KeyboardEvent, type PointerEvent, type Ref, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../../../design/class-names.ts';
import { useCountryNames } from '../../names.ts';
import { type CountryValue, MAX_STEP, rankCountries } from './countries.ts';
import { MapLegend } from './map-legend.tsx';
import { MapTip, type TipPosition, tipPositionOf } from './map-tip.tsx';
import world from './world.json';
import styles from './world-map.module.css';

interface WorldMapProps {
  /** By ISO 3166 alpha-2 code, in upper case. Codes that are not on the map are counted below it. */
  values: ReadonlyMap<string, number>;
  selected: string | undefined;
  onSelect: (iso: string) => void;
  /** What the numbers are: "Visits by country". */
  label: string;
  /** The drawing itself, to save it as a picture. */
  ref?: Ref<SVGSVGElement>;
}

const shapes: Readonly<Record<string, string>> = world.shapes;
const points = world.points as unknown as Readonly<Record<string, readonly [x: number, y: number]>>;
const isOnMap = (iso: string) => Object.hasOwn(shapes, iso) || Object.hasOwn(points, iso);
/** A line without length: its round ends make a dot of the same size in every window. */
const dotAt = ([x, y]: readonly [number, number]) => `M${x} ${y}h0`;
const dots = Object.entries(points).map(([iso, point]) => ({ iso, d: dotAt(point), x: point[0], y: point[1] }));
/** In units of the drawing; most of its size on the screen comes from its line. */
const TARGET_RADIUS = 8;

export function WorldMap({ values, selected, onSelect, label, ref }: WorldMapProps) {
  const { t, i18n } = useLingui();
  const nameOf = useCountryNames();
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { ranked, elsewhere } = useMemo(() => rankCountries(values, isOnMap), [values]);
  const [focused, setFocused] = useState<string>();
  const [tip, setTip] = useState<{ iso: string; position: TipPosition }>();
  const valued = new Map(ranked.map((country) => [country.iso, country]));
  const format = (value: number) => i18n.number(value);
  // One of them is in the order of the Tab key: the last that had the focus, or else the one with the largest number.
  const entry = [focused, selected].find((iso) => iso !== undefined && valued.has(iso)) ?? ranked[0]?.iso;

  const showTip = (iso: string, target: Element) => setTip({ iso, position: tipPositionOf(target, frame.current!) });
  const hideTip = () => setTip(undefined);
  const pointAt = (event: PointerEvent<SVGElement>) => {
    const iso = (event.target as Element).getAttribute('data-iso');
    if (iso && iso !== tip?.iso) showTip(iso, event.target as Element);
    if (!iso) hideTip();
  };
  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    const at = ranked.findIndex(({ iso }) => iso === entry);
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect(entry!);
      return;
    }
    if (event.key === 'Escape') hideTip();
    const next = neighbour(event.key, at, ranked.length);
    if (next === undefined) return;
    event.preventDefault();
    frame.current!.querySelector<SVGElement>(`[role=option][data-iso="${ranked[next]!.iso}"]`)!.focus();
  };
  const optionOf = ({ iso, value, rank }: CountryValue) => ({
    role: 'option' as const,
    tabIndex: iso === entry ? 0 : -1,
    'aria-selected': iso === selected,
    'aria-label': `${nameOf(iso)}: ${format(value)}`,
    'aria-posinset': rank,
    'aria-setsize': ranked.length,
    'data-iso': iso,
    onClick: () => onSelect(iso),
    onFocus: (event: { target: Element }) => {
      setFocused(iso);
      showTip(iso, event.target);
    },
    onBlur: hideTip,
  });
  const lit = [...new Set([selected, tip?.iso])].filter((iso) => iso !== undefined && isOnMap(iso)) as string[];

  return (
    <div className={styles.map}>
      <div ref={frame} className={styles.frame}>
        <svg
          ref={ref}
          className={styles.drawing}
          viewBox={`0 0 ${world.width} ${world.height}`}
          role={ranked.length > 0 ? 'listbox' : 'img'}
          aria-label={label}
          aria-describedby={ranked.length > 0 ? hintId : undefined}
          onKeyDown={ranked.length > 0 ? onKeyDown : undefined}
          onPointerOver={pointAt}
          onPointerLeave={hideTip}
        >
          {Object.entries(shapes).map(([iso, d]) => {
            const country = valued.get(iso);
            const isDot = Object.hasOwn(points, iso);
            return (
              <path
                key={iso}
                d={d}
                className={classNames(styles.country, country && styles[`step${country.step}`])}
                data-iso={iso}
                {...(country && !isDot && optionOf(country))}
              />
            );
          })}
          {dots
            .filter(({ iso }) => !valued.has(iso))
            .map(({ iso, d }) => (
              <path key={iso} d={d} className={styles.speck} data-iso={iso} />
            ))}
          {dots.map(({ iso, d, x, y }) => {
            const country = valued.get(iso);
            return (
              country && (
                <Fragment key={iso}>
                  <path d={d} className={styles.halo} />
                  <path d={d} className={classNames(styles.dot, styles[`step${country.step}`])} />
                  {/* With an extent of its own, which a line has not: assistive technology asks where it is. */}
                  <circle cx={x} cy={y} r={TARGET_RADIUS} className={styles.target} {...optionOf(country)} />
                </Fragment>
              )
            );
          })}
          {lit.map((iso) => (
            <path
              key={iso}
              d={Object.hasOwn(points, iso) ? dotAt(points[iso]!) : shapes[iso]!}
              data-momentary={iso === selected ? undefined : ''}
              className={classNames(
                Object.hasOwn(points, iso) ? styles.ring : styles.outline,
                iso === selected && styles.selected,
              )}
            />
          ))}
        </svg>
        {tip && <MapTip position={tip.position} name={nameOf(tip.iso)} value={format(values.get(tip.iso) ?? 0)} />}
      </div>
      <div className={styles.foot}>
        {ranked.length > 0 && (
          <MapLegend least={format(ranked.at(-1)!.value)} most={format(ranked[0]!.value)} steps={MAX_STEP} />
        )}
        {elsewhere > 0 && (
          <p>{plural(elsewhere, { one: '# from an unknown place', other: '# from unknown places' })}</p>
        )}
      </div>
      <p id={hintId} hidden>
        {t`Arrow keys go from country to country, the largest number first. Enter chooses one.`}
      </p>
    </div>
  );
}

/** The position that a key leads to; undefined for other keys. */
function neighbour(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, last);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
