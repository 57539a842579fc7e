//! On the site's own sheet and in its own faces.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::lines::{Room, Setting, fit};
use crate::texts::writable;
use crate::{DrawingError, Face, Faces, HEIGHT, Sheet, Texts, WIDTH};

fn template(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../templates");
    fs::read(folder.join(name)).unwrap()
}

fn face(name: &str) -> Face {
    let files =
        ["latin", "az", "cyrillic"].map(|part| template(&format!("fonts/{name}-{part}.woff2")));
    Face::new(files.iter().map(Vec::as_slice), 500.0, -0.012).unwrap()
}

fn svg() -> String {
    String::from_utf8(template("sharing.svg")).unwrap()
}

fn sheet(svg: &str) -> Result<Sheet, DrawingError> {
    let faces = Faces {
        display: face("display"),
        text: face("text"),
    };
    Sheet::new(svg, faces)
}

fn texts(title: &str) -> Texts {
    Texts {
        title: title.into(),
        label: "Vergi və hüquq xidmətləri".into(),
        name: "Xəzri".into(),
    }
}

/// The title's rectangle of the sheet.
fn room() -> Room {
    Room {
        width: 1044.0,
        height: 252.0,
        leading: 1.1,
        sizes: vec![84.0, 72.0, 62.0, 56.0, 48.0, 44.0, 38.0],
    }
}

/// Sets a title and checks that no line is wider than the room and all of them are in it.
#[track_caller]
fn set(title: &str) -> Setting {
    let (face, room) = (face("display"), room());
    let setting = fit(&writable(title, &face).unwrap(), &face, &room).unwrap();
    for line in &setting.lines {
        let width = face.set(line).unwrap().width * setting.size;
        assert!(width <= room.width, "{line:?} is {width} wide");
    }
    let high = setting.size * (1.25 + room.leading * (setting.lines.len() as f32 - 1.0));
    assert!(high <= room.height, "{:?} is {high} high", setting.lines);
    setting
}

const TITLES: [&str; 7] = [
    "Məcburi audit: kimə aiddir və nə dəyişib, 2026-cı ildə müəssisələrin hazırlığı üçün",
    "Kiçik müəssisələrdə mühasibatlığın təşkili: “sadələşdirilmiş” vergi və işçi haqları",
    "ƏMƏKDAŞLARIN İŞƏGÖTÜRÜLMƏSİ: ŞİRKƏTDƏ MÜQAVİLƏLƏRİN VƏ BİLDİRİŞLƏRİN İDARƏ OLUNMASI",
    "Субъекты малого предпринимательства: налогообложение высококвалифицированных сотрудников",
    "Непосредственно-опосредованные человеконенавистнические частнопредпринимательские",
    "What an auditor asks for first: a list of documents for companies in Azerbaijan",
    "VAT",
];

#[test]
fn titles_of_eighty_letters_and_long_words_fit_whole() {
    for title in TITLES {
        let setting = set(title);
        assert_eq!(
            setting.lines.join(" "),
            title.to_owned(),
            "no word is broken or lost"
        );
        assert!(setting.size >= 44.0, "{title}: {}", setting.size);
    }
    assert_eq!(set("VAT").size, 84.0);
}

#[test]
fn lines_are_of_like_lengths_and_none_ends_in_a_word_of_one_letter() {
    let face = face("display");
    let setting = set(TITLES[0]);
    let widths = setting
        .lines
        .iter()
        .map(|line| face.set(line).unwrap().width);
    let (shortest, longest) = widths.fold((f32::MAX, 0.0_f32), |(a, b), w| (a.min(w), b.max(w)));
    assert!(shortest > longest * 0.75, "{:?}", setting.lines);
    for title in [
        "Что проверяют в малых компаниях и в чём разница с прошлым годом, а также о сроках и о штрафах",
        "Is a small company a taxpayer: a guide to a first year with a new tax and a new accountant",
    ] {
        for line in set(title).lines.split_last().unwrap().1 {
            let last = line.rsplit(' ').next().unwrap();
            assert!(last.chars().count() > 1, "{line:?}");
        }
    }
}

#[test]
fn widths_are_those_of_glyphs() {
    let face = face("display");
    let width = |text| face.set(text).unwrap().width;
    assert!(width("WWWW") > 2.0 * width("iiii"));
    // Kerning, which no table of widths knows.
    assert!(width("AV") < width("A") + width("V") - 0.02);
    // Letters of three files on one line.
    assert!(width("aəж") > width("aə") && width("aə") > width("a"));
}

#[test]
fn what_is_longer_than_the_sheet_ends_in_an_ellipsis() {
    let long = "uzun ".repeat(200);
    let setting = set(&long);
    assert!(
        setting.lines.last().unwrap().ends_with('…'),
        "{:?}",
        setting.lines
    );
    // One endless word: cut between letters, none lost while there is room.
    let word = "ə".repeat(90);
    let setting = set(&word);
    assert_eq!(setting.lines.concat(), word);
}

#[test]
fn signs_that_the_faces_lack_are_left_out_and_a_title_of_them_is_refused() {
    let face = face("display");
    assert_eq!(writable(" Vergi 💼  2026 ", &face).unwrap(), "Vergi 2026");
    assert_eq!(writable("g\u{306}u\u{308}n", &face).unwrap(), "ğün");
    assert_eq!(writable("", &face).unwrap(), "");
    assert_eq!(writable("税务 and audit", &face).unwrap(), "and audit");
    let refused = sheet(&svg()).unwrap().draw(&texts("审计事务所"));
    assert!(
        matches!(refused, Err(DrawingError::Letters(_))),
        "{refused:?}"
    );
}

fn decoded(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (WIDTH, HEIGHT));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

#[test]
fn text_stands_in_its_rectangles_and_nowhere_else() {
    let sheet = sheet(&svg()).unwrap();
    let empty = Texts {
        title: String::new(),
        label: String::new(),
        name: String::new(),
    };
    let blank = decoded(&sheet.draw(&empty).unwrap());
    let written = decoded(&sheet.draw(&texts(TITLES[2])).unwrap());
    let width = WIDTH as usize;
    let changed =
        (0..blank.len() / 3).filter(|at| blank[at * 3..at * 3 + 3] != written[at * 3..at * 3 + 3]);
    let (mut title, mut others) = (0, 0);
    for at in changed {
        let (x, y) = (at % width, at / width);
        assert!(
            (78..1122).contains(&x) && (56..440).contains(&y),
            "{x}, {y}"
        );
        if y >= 188 { title += 1 } else { others += 1 }
    }
    assert!(title > 20_000 && others > 2_000, "{title}, {others}");
}

#[test]
fn equal_texts_give_equal_bytes_on_any_thread_and_few_of_them() {
    let sheet = sheet(&svg()).unwrap();
    for title in TITLES {
        let start = Instant::now();
        let bytes = sheet.draw(&texts(title)).unwrap();
        eprintln!("{:?}, {} bytes: {title}", start.elapsed(), bytes.len());
        assert!(bytes.len() <= 60 << 10, "{title}: {}", bytes.len());
        let again = std::thread::scope(|scope| {
            let other = scope.spawn(|| self::sheet(&svg()).unwrap().draw(&texts(title)).unwrap());
            other.join().unwrap()
        });
        assert!(bytes == again, "{title}");
    }
}

#[test]
fn a_sheet_that_cannot_be_used_says_why() {
    let error = |from: &str, to: &str| {
        let changed = svg().replacen(from, to, 1);
        assert_ne!(changed, svg(), "{from}");
        sheet(&changed).unwrap_err().to_string()
    };
    for (from, to, says) in [
        ("<svg ", "<sgv ", "cannot be drawn"),
        ("height=\"630\">", "height=\"600\">", "not 1200 x 630"),
        ("M0 0h1200v630H0z", "M0 0h1200v600H0z", "transparent"),
        ("id=\"label\"", "id=\"lable\"", "\"label\": there is none"),
        ("fill=\"#f0969b\"", "fill=\"pink\"", "\"label\": fill"),
        (
            "data-sizes=\"34\"",
            "data-sizes=\"\"",
            "\"name\": data-sizes",
        ),
        (
            "height=\"252\"",
            "height=\"452\"",
            "\"title\": is not on the sheet",
        ),
        (
            "height=\"252\"",
            "height=\"352\"",
            "\"title\": the drawing has several colours",
        ),
        (
            "width=\"1044\"",
            "width=\"wide\"",
            "\"title\": width is no number",
        ),
    ] {
        let error = error(from, to);
        assert!(error.contains(says), "{error}");
    }
    let nothing = Face::new([&b"no font"[..]], 400.0, 0.0);
    assert!(matches!(nothing, Err(DrawingError::Face(_))));
}
