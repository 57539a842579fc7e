export interface PageVideoProps {
  webm: string;
  mp4: string;
  /** Address of the picture shown until (or instead of) the video. */
  poster: string;
  words: { pause: string; play: string };
}
