import type { Dispatch, PointerEvent } from 'react';
import { Html } from '../shared/Html';
import { Icon } from '../shared/Icon';
import type { Action, Arrow } from './rotation';

interface Props {
  arrow: Arrow;
  label: string;
  /** Picture of the neighbouring slide while the arrow is hovered. */
  preview: string | undefined;
  dispatch: Dispatch<Action>;
}

export function ArrowButton({ arrow, label, preview, dispatch }: Props) {
  // A finger "hovers" what it touched last; only a mouse really does.
  const hover = (over: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') dispatch({ type: 'hover', arrow: over ? arrow : null });
  };
  return (
    <button
      type="button"
      className="hero-slider__button hero-slider__arrow"
      data-arrow={arrow}
      aria-label={label}
      onClick={() => dispatch({ type: 'arrow', arrow })}
      onPointerEnter={hover(true)}
      onPointerLeave={hover(false)}
    >
      {preview && (
        <span className="hero-slider__preview" aria-hidden>
          <Html html={preview} />
        </span>
      )}
      <Icon name={arrow === 'next' ? 'arrow-right' : 'arrow-left'} />
    </button>
  );
}
