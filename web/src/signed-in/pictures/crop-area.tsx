// The picture in its frame: dragged by mouse or finger, zoomed by wheel, two fingers or slider, and moved by keys.
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../../design/actions/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { boxOf, type Crop, centred, clamped, MAX_ZOOM, type Size, wholeZoom } from './crop.ts';
import styles from './picture-dialog.module.css';
import type { PictureFrame } from './picture-frames.ts';

interface CropAreaProps {
  url: string;
  picture: Size;
  frame: PictureFrame & { ratio: number };
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Of the frame's width, for each press of an arrow key; with Shift, more. */
const STEP = 0.02;
const LARGE_STEP = 0.1;
const ZOOM_STEP = 1.1;

export function CropArea({ url, picture, frame, crop, onChange }: CropAreaProps) {
  const { t, i18n } = useLingui();
  const helpId = useId();
  const area = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const { ratio } = frame;
  const box = boxOf(crop, picture, ratio, 100);
  const least = wholeZoom(picture, frame);

  const change = (next: Crop) => onChange(clamped(next, picture, frame));
  /** By shares of the frame's width: the picture follows. */
  const move = (right: number, down: number) => {
    const { width, height } = box;
    change({ ...crop, x: crop.x - (right * 100) / width, y: crop.y - (down * 100) / height });
  };
  const zoomBy = (factor: number) => change({ ...crop, zoom: crop.zoom * factor });

  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(-step, 0),
      ArrowRight: () => move(step, 0),
      ArrowUp: () => move(0, -step),
      ArrowDown: () => move(0, step),
      '+': () => zoomBy(ZOOM_STEP),
      '=': () => zoomBy(ZOOM_STEP),
      '-': () => zoomBy(1 / ZOOM_STEP),
      '0': () => change(centred),
    };
    const action = moves[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  };

  const drag = (event: PointerEvent) => {
    const held = pointers.current;
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const size = area.current!.clientWidth;
    const [other] = [...held].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    if (other) zoomBy(distance(now, other) / Math.max(1, distance(before, other)));
    else move((now.x - before.x) / size, (now.y - before.y) / size);
    held.set(event.pointerId, now);
  };

  // React's own wheel listener cannot keep the page from scrolling.
  const wheel = useRef<(event: WheelEvent) => void>(undefined);
  wheel.current = (event) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY / 400));
  };
  useEffect(() => {
    const element = area.current!;
    const listener = (event: WheelEvent) => wheel.current?.(event);
    element.addEventListener('wheel', listener, { passive: false });
    return () => element.removeEventListener('wheel', listener);
  }, []);

  const percent = i18n.number(crop.zoom, { style: 'percent' });
  return (
    <div className={styles.cropping}>
      <div
        ref={area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture.
        tabIndex={0}
        role="application"
        aria-label={t`Picture in its frame`}
        aria-describedby={helpId}
        className={classNames(styles.area, styles[frame.shape])}
        style={{ aspectRatio: ratio, inlineSize: `min(100%, ${Math.round(300 * Math.min(ratio, 1.6))}px)` }}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={drag}
        onPointerUp={(event) => pointers.current.delete(event.pointerId)}
        onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
      >
        {/* The box is in hundredths of the frame's width. */}
        <span
          className={styles.picture}
          style={{
            backgroundImage: `url("${url}")`,
            left: `${box.left}%`,
            top: `${box.top * ratio}%`,
            width: `${box.width}%`,
            height: `${box.height * ratio}%`,
          }}
        />
        <span className={styles.mask} />
      </div>
      <div className={styles.zoom}>
        <IconButton icon="minus" label={t`Smaller`} onClick={() => zoomBy(1 / ZOOM_STEP)} />
        <input
          type="range"
          aria-label={t`Zoom`}
          aria-valuetext={percent}
          min={Math.log(least)}
          max={Math.log(MAX_ZOOM)}
          step={0.01}
          value={Math.log(crop.zoom)}
          onChange={(event) => change({ ...crop, zoom: Math.exp(Number(event.target.value)) })}
        />
        <IconButton icon="plus" label={t`Larger`} onClick={() => zoomBy(ZOOM_STEP)} />
      </div>
      <div className={styles.presets}>
        <Button size="small" onClick={() => change({ ...centred, zoom: least })}>
          <Trans>Whole picture</Trans>
        </Button>
        <Button size="small" onClick={() => change(centred)}>
          <Trans>Fill the frame</Trans>
        </Button>
      </div>
      <p id={helpId} className={styles.help}>
        <Trans>Drag it into place. With the keyboard: arrow keys move it, + and − change its size.</Trans>
      </p>
    </div>
  );
}

function distance(one: { x: number; y: number }, other: { x: number; y: number }): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
