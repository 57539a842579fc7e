import { one, type Read } from '../plain/props';
import { fill } from '../shared/text';
import type { HeroSliderProps } from './props';

export const read = {
  slides: (slider, { words }) => {
    const slides = [...slider.querySelectorAll('.hero-slider__slide')];
    return slides.map((slide, index) => {
      const position = fill(words.position, { n: index + 1, total: slides.length });
      return { title: (slide.getAttribute('aria-label') ?? '').slice(`${position}: `.length), picture: one(slide, 'span').innerHTML };
    });
  },
} satisfies Read<HeroSliderProps>;
