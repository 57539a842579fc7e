/** What to look at before publishing. */
export const checks = {
  count_one: '{{count}} qeyd',
  count_other: '{{count}} qeyd',
  hint: 'Bunlar dərcə mane olmur. Qeydi seçin, yeri göstərilsin.',
  noTitle: 'Başlıq yoxdur',
  noExcerpt: 'Qısa mətn yoxdur',
  noContent: 'Məzmun yoxdur',
  noAlt: 'Şəklin alternativ mətni yoxdur',
  headingJump: 'Başlığın səviyyəsi birdən-birə aşağı düşür',
  emptyLink: 'Keçidin ünvanı yoxdur',
  deadLink: 'Saytda belə səhifə yoxdur',
  goingLink: 'Keçidin apardığı yazı {{time}} tarixində saytdan götürüləcək',
  longTitle: 'Başlıq 80 işarədən uzundur: siyahıda kəsiləcək',
  otherLanguage: 'Başqa dildə sözlər var',
  figures: 'Rəqəmlər azərbaycanca mətndən fərqlənir',
};
