/** Publications that one can go back to. */
export const releases = {
  hint: 'Səhv dərc olunubsa, saytı əvvəlki vəziyyətinə qaytarın: yazılara toxunulmur, dərc isə siz davam etdirənədək dayanır. Son iyirmi dərc saxlanılır.',
  none: 'Hələ heç nə dərc olunmayıb.',
  failed: 'Dərclər yüklənə bilmədi.',
  name: '№ {{number}} · {{time}}',
  current: 'saytda olan',
  whole: 'Bütün sayt',
  restores: '№ {{number}} yenidən yerinə qoyulub',
  pages_one: '{{count}} səhifə dəyişib',
  pages_other: '{{count}} səhifə dəyişib',
  more: 'və daha {{count}}',
  back: 'Bu vəziyyətə qaytar',
  backLabel: 'Bu vəziyyətə qaytar: № {{number}} ({{time}})',
  confirm:
    'Sayt № {{number}} ({{time}}) vəziyyətinə qaytarılsın? Yazılar olduğu kimi qalır, amma siz dərci davam etdirənədək heç bir dəyişiklik saytda görünməyəcək.',
  restored: 'Sayt № {{number}} vəziyyətinə qaytarılır.',
  stands: 'Saytda əvvəlki dərc (№ {{number}}) göstərilir. Yadda saxlanılanlar dərc davam etdiriləndə sayta çıxacaq.',
  resume: 'Dərci davam etdir',
  resumed: 'Dərc davam edir.',
  gone: 'Bu dərc artıq saxlanılmır.',
};
