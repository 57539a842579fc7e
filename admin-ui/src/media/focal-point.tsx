import type { KeyboardEvent, MouseEvent } from 'react';
import { useId } from 'react';
import { useTranslation } from '../i18n/use-translation';

export type Point = {
  x: number;
  y: number;
};

interface Props {
  url: string;
  width: number;
  height: number;
  point: Point;
  /** Left out: it is only shown. */
  onPoint?: ((point: Point) => void) | undefined;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Per cent that an arrow key moves it; with Shift one. */
const STRIDE = 5;

/** The picture with the point that crops keep: set by a click, moved by the arrow keys. */
export function FocalPoint({ url, width, height, point, onPoint }: Props) {
  const { t } = useTranslation();
  const hint = useId();

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const stride = event.shiftKey ? 1 : STRIDE;
    onPoint?.({ x: within(point.x + step[0] * stride), y: within(point.y + step[1] * stride) });
  }
  function click({ currentTarget, clientX, clientY }: MouseEvent) {
    const box = currentTarget.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    onPoint?.({ x: within(((clientX - box.left) / box.width) * 100), y: within(((clientY - box.top) / box.height) * 100) });
  }

  return (
    <div className="focal">
      <div className="focal__frame">
        {/* The keyboard has the button below it. */}
        <img className="focal__picture" role="presentation" src={url} alt="" width={width} height={height} onClick={click} />
        <button
          type="button"
          className="focal__point"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-label={t('media.focus', point)}
          aria-describedby={onPoint && hint}
          aria-disabled={!onPoint}
          onKeyDown={press}
        />
      </div>
      {onPoint && (
        <p className="muted" id={hint}>
          {t('media.focusHint')}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {t('media.focus', point)}
      </p>
    </div>
  );
}

function within(value: number): number {
  return Math.min(100, Math.max(0, Math.round(value)));
}
