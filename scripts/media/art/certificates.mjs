// Four fictional certificates, 1200 x 1600.
import { DUNE, INK, MID, PAPER, POM, SAND, SEA, circle, circlePoints, lerp, line, noise, path, range, rect, stroke } from '../kit/base.mjs';
import { engrave, rings, rows } from '../kit/engrave.mjs';
import { buta, star } from '../kit/motifs.mjs';
import { lettering, measure } from '../kit/lettering.mjs';
import { guilloche } from '../kit/things.mjs';

const W = 1200, H = 1600, MIDDLE = W / 2;
const DISPLAY = 'brygada-1918-500', TEXT = 'onest-400', STRONG = 'onest-600';
const set = (face, text, y, size, colour, extra = {}) => path(lettering(face, text, { x: MIDDLE, y, size, anchor: 'middle', ...extra }), colour);

/** Sets `text` at `size`, or smaller so that it is no wider than `room`. */
const fit = (face, text, size, room, tracking = 0) => Math.min(size, (size * room) / measure(face, text, size, tracking));

/** A band of interlaced waves around the sheet. */
function border(at, depth, threads, colour, waves) {
  const side = (length, place) => range(threads, (k) => stroke(line(range(Math.round(length / 3) + 1, (i) => {
    const t = i / Math.round(length / 3);
    const phase = (k / threads) * Math.PI * 2;
    const swing = Math.sin(t * Math.PI * 2 * Math.round(length / waves) + phase) * depth * 0.36 + Math.sin(t * Math.PI * 4 * Math.round(length / waves) + phase * 2) * depth * 0.1;
    return place(t * length, swing);
  })), colour, 1.7)).join('');
  const w = W - 2 * at, h = H - 2 * at;
  return side(w, (a, b) => [at + a, at + b]) + side(w, (a, b) => [at + a, H - at - b]) + side(h, (a, b) => [at + b, at + a]) + side(h, (a, b) => [W - at - b, at + a]);
}

const corner = (x, y, tone) => path(line(star(x, y, 58, 46, 8), true), PAPER) + stroke(line(star(x, y, 52, 40, 8), true), tone, 3)
  + guilloche(x, y, { from: 10, to: 40, lobes: 8, lines: 6, swing: 10, colour: tone, width: 1.6 }) + circle(x, y, 7, POM);

/** A dry-stamped looking seal of the fictional issuer. */
function seal(x, y, tone, word, year) {
  const teeth = line(star(x, y, 132, 122, 44), true);
  const letters = [...word];
  const ring = letters.map((letter, i) => {
    const a = lerp(-0.86, 0.86, letters.length > 1 ? i / (letters.length - 1) : 0.5) * Math.PI;
    return `<g transform="translate(${(x + Math.sin(a) * 91).toFixed(1)} ${(y - Math.cos(a) * 91).toFixed(1)}) rotate(${((a * 180) / Math.PI).toFixed(1)})">${path(lettering(STRONG, letter, { x: 0, y: 6, size: 17, anchor: 'middle' }), PAPER)}</g>`;
  }).join('');
  const drop = (by) => line(buta(x - 2, y + 14, 76, { inset: by, curl: 1.15 }), true);
  return path(teeth, tone) + stroke(line(circlePoints(x, y, 111), true), PAPER, 2) + stroke(line(circlePoints(x, y, 73), true), PAPER, 2) + ring
    + path(drop(0), PAPER) + stroke(drop(6), tone, 2) + stroke(drop(12), tone, 2) + path(lettering(STRONG, year, { x, y: y + 62, size: 15, anchor: 'middle' }), PAPER);
}

/** A signature: one restless line. */
function signature(x, y, seed, width) {
  const n = noise(seed);
  const points = range(70, (i) => {
    const t = i / 69;
    return [x + t * width + 22 * n(t * 9, 1) + 12 * Math.sin(t * 26 + seed), y - 26 * Math.sin(t * 3) * n(t * 7 + 3, 5) - 17 * Math.cos(t * 22 + seed) * (1 - t * 0.75)];
  });
  return engrave([points], 8, (px) => 0.4 + 0.34 * Math.sin(px / 17), INK, 0.3) + stroke(`M${x + width * 0.2} ${y + 22}Q${x + width * 0.7} ${y + 8} ${x + width * 1.05} ${y + 12}`, INK, 2);
}

function sheetOf({ tone, issuer, place, kind, number, title, standard, scope, holder, dates, signer, sealWord, year }) {
  const ground = rows(120, W - 120, 130, H - 130, 24, (x, y) => 7 * Math.sin(x / 70 + y / 46) + 5 * Math.sin(x / 31 - y / 80), 6);
  const halo = rings(MIDDLE, 830, 40, 430, 22);
  const lines = scope.map((text, i) => set(TEXT, text, 1006 + i * 42, 27, INK)).join('');
  const facts = dates.map(([label, value], i) => {
    const x = 265 + i * ((W - 530) / (dates.length - 1 || 1));
    return path(lettering(TEXT, label, { x, y: 1180, size: 19, anchor: 'middle' }), MID) + path(lettering(STRONG, value, { x, y: 1214, size: 25, anchor: 'middle' }), INK);
  }).join('');
  return {
    ground: '#FBF7EE',
    body: engrave(ground, 24, () => 0.045, DUNE, 0.3) + engrave(halo, 22, (x, y) => 0.1 + 0.06 * Math.sin(Math.atan2(y - 830, x - MIDDLE) * 16), SAND, 0.3)
      + rect(40, 40, W - 80, H - 80, 'none', `stroke="${tone}" stroke-width="7"`) + rect(54, 54, W - 108, H - 108, 'none', `stroke="${tone}" stroke-width="2"`)
      + border(92, 62, 8, tone, 74) + rect(130, 130, W - 260, H - 260, 'none', `stroke="${tone}" stroke-width="2"`) + rect(137, 137, W - 274, H - 274, 'none', `stroke="${POM}" stroke-width="1.5"`)
      + [[92, 92], [W - 92, 92], [92, H - 92], [W - 92, H - 92]].map(([x, y]) => corner(x, y, tone)).join('')
      + set(STRONG, issuer, 232, 25, tone, { tracking: 0.11 }) + set(TEXT, place, 270, 20, MID)
      + stroke(`M${MIDDLE - 150} 304H${MIDDLE - 16}M${MIDDLE + 16} 304H${MIDDLE + 150}`, POM, 2) + path(line(star(MIDDLE, 304, 9, 5, 4), true), POM)
      + set(DISPLAY, kind, 412, fit(DISPLAY, kind, 92, 860), INK, { tracking: 0.02 }) + set(TEXT, number, 466, 23, MID)
      + set(TEXT, title, 560, 26, INK) + set(DISPLAY, holder[0], 652, fit(DISPLAY, holder[0], 66, 860), tone) + set(TEXT, holder[1], 700, 24, MID)
      + set(TEXT, standard[0], 786, 26, INK) + set(DISPLAY, standard[1], 892, fit(DISPLAY, standard[1], 104, 880), POM) + set(STRONG, standard[2], 950, fit(STRONG, standard[2], 26, 860), INK)
      + lines + stroke(`M200 1138H${W - 200}`, DUNE, 1.5) + facts
      + seal(MIDDLE, 1362, tone, sealWord, year)
      + signature(215, 1362, signer[2], 190) + stroke('M190 1402H430M770 1402H1010', INK, 1.5)
      + path(lettering(TEXT, signer[0], { x: 310, y: 1432, size: 18, anchor: 'middle' }), MID)
      + signature(795, 1362, signer[2] + 6, 180) + path(lettering(TEXT, signer[1], { x: 890, y: 1432, size: 18, anchor: 'middle' }), MID),
  };
}

const HOLDER = ['Xəzri Audit və Konsaltinq MMC', 'Səməd Vurğun küçəsi 43, Nəsimi rayonu, Bakı, AZ1014'];
const iso = (standard, number, title, scope, tone, seed) => () => sheetOf({
  tone, issuer: 'ABŞERON REGİSTR', place: 'İdarəetmə sistemlərinin sertifikatlaşdırılması · Bakı', kind: 'Sertifikat', number: `№ ${number}`,
  title: 'Bununla təsdiq edilir ki,', holder: HOLDER, standard: ['idarəetmə sistemi bu standartın tələblərinə uyğundur:', standard, title], scope,
  dates: [['Verilmə tarixi', '14.01.2025'], ['Etibarlıdır', '13.01.2028'], ['Nəzarət auditi', 'hər il']],
  signer: ['Baş direktor', 'Aparıcı auditor', seed], sealWord: 'ABŞERON REGİSTR · BAKI', year: '2025',
});

const licence = () => sheetOf({
  tone: POM, issuer: 'MİLLİ AUDİTORLAR PALATASI', place: 'Azərbaycan · Bakı', kind: 'Lisenziya', number: 'Seriya AT № 000143',
  title: 'Bu lisenziya verilir:', holder: HOLDER, standard: ['və ona bu hüququ verir:', 'Auditor fəaliyyəti', 'Azərbaycan Respublikasının ərazisində auditor xidməti göstərmək'],
  scope: ['İllik və konsolidə edilmiş maliyyə hesabatlarının auditi,', 'icmal yoxlaması və razılaşdırılmış prosedurlar.'],
  dates: [['Verilmə tarixi', '06.03.2023'], ['Reyestr', '143 / 2023'], ['Müddət', 'müddətsiz']],
  signer: ['Palatanın sədri', 'Katib', 9], sealWord: 'MİLLİ AUDİTORLAR PALATASI', year: '2023',
});

const WORKS = {
  'iso-9001': iso('ISO 9001:2015', 'AR-Q-2025-0118', 'Keyfiyyəti idarəetmə sistemi', ['Audit, qiymətləndirmə, vergi, hüquq, konsaltinq,', 'mühasibat və insan resursları xidmətləri.'], SEA, 2),
  'iso-14001': iso('ISO 14001:2015', 'AR-E-2025-0119', 'Ətraf mühitin idarəetmə sistemi', ['Peşəkar xidmətlərin göstərilməsi: kağızsız sənədləşmə,', 'enerji sərfi və xidməti səfərlər nəzarət altında.'], '#3B5B46', 3),
  'iso-45001': iso('ISO 45001:2018', 'AR-S-2025-0120', 'Əməyin mühafizəsi və təhlükəsizliyi', ['Ofisdə və müştərinin ərazisində görülən', 'peşəkar xidmətlər.'], INK, 5),
  'auditor-licence': licence,
};

export default Object.entries(WORKS).map(([name, draw]) => ({ name: `content/media/certificates/${name}.jpg`, width: W, height: H, limit: 260_000, grain: 0, draw }));
