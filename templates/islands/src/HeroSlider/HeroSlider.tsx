import type { FocusEvent, KeyboardEvent } from 'react';
import { isBrowsers } from '../shared/focus';
import { useHydrated } from '../shared/hydrated';
import { Html } from '../shared/Html';
import { Icon } from '../shared/Icon';
import { fill } from '../shared/text';
import { ArrowButton } from './ArrowButton';
import type { HeroSliderProps } from './props';
import { neighbour, type Arrow, type Rotation } from './rotation';
import { useRotation } from './useRotation';
import { useSwipe } from './useSwipe';

const SIDES: Record<string, Arrow | undefined> = { ArrowLeft: 'previous', ArrowRight: 'next' };

export function HeroSlider({ slides, words }: HeroSliderProps) {
  const { state, dispatch, still } = useRotation(slides.length);
  const hydrated = useHydrated();
  const role = hydrated ? words : null; // until it moves it is a picture
  const swipe = useSwipe((arrow) => dispatch({ type: 'arrow', arrow }));
  const position = (index: number) => fill(words.position, { n: index + 1, total: slides.length });

  const arrow = (side: Arrow) => (
    <ArrowButton
      arrow={side}
      label={words[side]}
      dispatch={dispatch}
      preview={state.hover === side ? slides[neighbour(state, side)]?.picture : undefined}
    />
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const side = !isBrowsers(event) && SIDES[event.key];
    if (side) dispatch({ type: 'arrow', arrow: side });
  };
  // Only the keyboard's focus holds the rotation; a mouse click on an arrow focuses it too.
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) dispatch({ type: 'focus', inside: true });
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) dispatch({ type: 'focus', inside: false });
  };

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys and swipes beside its buttons
    <section
      className="hero-slider"
      aria-label={words.label}
      aria-roledescription={role?.carousel}
      data-phase={state.phase}
      data-direction={state.direction}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      {...swipe}
    >
      <div className="hero-slider__bar">
        {still ? null : (
          <button
            type="button"
            className="hero-slider__button"
            aria-label={state.paused ? words.play : words.pause}
            onClick={() => dispatch({ type: 'pause' })}
          >
            <Icon name={state.paused ? 'play' : 'pause'} />
          </button>
        )}
        {arrow('previous')}
        <div className="hero-slider__dots">
          {slides.map((_, index) => (
            <button
              key={index}
              type="button"
              className="hero-slider__dot"
              aria-label={position(index)}
              aria-current={index === state.index || undefined}
              onClick={() => dispatch({ type: 'go', index })}
            />
          ))}
        </div>
        {arrow('next')}
      </div>
      <div className="hero-slider__slides">
        {slides.map((slide, index) => (
          <div
            key={index}
            className="hero-slider__slide"
            role="group"
            aria-roledescription={role?.slide}
            aria-label={`${position(index)}: ${slide.title}`}
            aria-hidden={index !== state.index}
            data-state={place(state, index, hydrated)}
          >
            <Html html={slide.picture} />
          </div>
        ))}
      </div>
      <p className="hero-slider__status" role="status">
        {state.manual && state.phase !== 'leaving' && position(state.index)}
      </p>
    </section>
  );
}

/**
 * `current` and `was` are seen, `near` is laid out unseen so that its picture is there in time, `far` is not laid out.
 * Before hydration all but the first are far: their pictures do not compete with it.
 */
function place(state: Rotation, index: number, hydrated: boolean): 'current' | 'was' | 'near' | 'far' {
  if (index === state.index) return 'current';
  if (index === state.was) return 'was';
  const near = [neighbour(state, 'next'), neighbour(state, 'previous'), state.target];
  return hydrated && near.includes(index) ? 'near' : 'far';
}
