export interface HeroSliderProps {
  /** `picture` is the HTML of `picture(…)`. */
  slides: { title: string; picture: string }[];
  words: {
    label: string;
    previous: string;
    next: string;
    pause: string;
    play: string;
    /** With `{n}` and `{total}`. */
    position: string;
    /** `aria-roledescription` of the whole and of a slide, in the page's language. */
    carousel?: string;
    slide?: string;
  };
}
