use std::time::Duration;

use cms::store::{images, posts, revisions};
use generator::{Category, Lang, Post, Texts};
use imaging::Limits;

use crate::service::Service;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn store_image(service: &Service, shade: u8) -> i64 {
    let image = image::RgbImage::from_pixel(4, 4, image::Rgb([shade, 0, 0]));
    let mut out = std::io::Cursor::new(Vec::new());
    image.write_to(&mut out, image::ImageFormat::Png).unwrap();
    let picture = cms::media::uploads::accept(&out.into_inner(), &Limits::default()).unwrap();
    let now = service.app.clock.now().as_millisecond();
    service
        .app
        .store
        .write_blocking(|store| Ok::<_, anyhow::Error>(images::insert(store, &picture, now)?))
        .unwrap()
}

fn store_post(service: &Service, cover: Option<i64>, linked: &[i64]) -> i64 {
    let texts = || Texts::from([(Lang::AZ, "x")]);
    let post = Post {
        id: 0,
        category: Category::default(),
        featured: false,
        trending: false,
        author: "x".into(),
        date: service.app.clock.now(),
        updated: None,
        image_id: cover,
        image: None,
        title: texts(),
        excerpt: texts(),
        content: texts(),
        meta: generator::Meta::default(),
        slugs: generator::Slugs::default(),
        pictures: generator::PictureNotes::new(),
    };
    let save = |store: &rusqlite::Transaction<'_>| {
        let id = posts::insert(store, &post, revisions::advance(store)?)?;
        posts::set_text_images(store, id, linked)?;
        Ok::<_, anyhow::Error>(id)
    };
    service.app.store.write_blocking(save).unwrap()
}

fn left(service: &Service, ids: &[i64]) -> Vec<bool> {
    let exists = |id: &i64| {
        service
            .app
            .store
            .read_blocking(|store| Ok::<_, anyhow::Error>(images::exists(store, *id)?))
    };
    ids.iter().map(|id| exists(id).unwrap()).collect()
}

async fn collect(service: &Service) -> usize {
    cms::ops::collector::collect(&service.app.store, &service.app.time, &service.app.config)
        .await
        .unwrap()
        .images
}

#[tokio::test]
async fn an_image_that_came_after_the_text_that_names_it_is_used() {
    let service = Service::start().await;
    store_post(&service, None, &[1, 2]);
    let ids = [store_image(&service, 1)];
    assert_eq!(ids, [1]);
    assert_eq!(collect(&service).await, 0);
    service.app.clock.advance(DAY * 8);
    assert_eq!(collect(&service).await, 0);
    assert_eq!(left(&service, &ids), [true]);
}

#[tokio::test]
async fn an_image_is_kept_while_used_and_for_the_grace_after() {
    let service = Service::start().await;
    let ids = [
        store_image(&service, 1),
        store_image(&service, 2),
        store_image(&service, 3),
    ];
    let post = store_post(&service, Some(ids[0]), &[ids[1]]);
    assert_eq!(collect(&service).await, 0);
    service.app.clock.advance(DAY * 7);
    assert_eq!(collect(&service).await, 1);
    assert_eq!(
        left(&service, &ids),
        [true, true, false],
        "only the one nobody used"
    );

    let delete = |store: &rusqlite::Transaction<'_>| {
        Ok::<_, anyhow::Error>(posts::delete(store, post, revisions::advance(store)?)?)
    };
    service.app.store.write_blocking(delete).unwrap();
    assert_eq!(
        collect(&service).await,
        0,
        "the grace begins when it goes out of use"
    );
    service.app.clock.advance(DAY * 6);
    store_post(&service, None, &[ids[1]]);
    assert_eq!(collect(&service).await, 0);
    service.app.clock.advance(DAY);
    assert_eq!(collect(&service).await, 1);
    assert_eq!(
        left(&service, &ids),
        [false, true, false],
        "what was used again stays"
    );
    assert!(
        store_image(&service, 3) > ids[2],
        "no number means two pictures"
    );
}
