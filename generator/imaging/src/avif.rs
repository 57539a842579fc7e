//! AVIF of opaque pictures: colours at half the resolution, as JPEG and WebP have them, and eight bits a channel.
//!
//! That halves the samples, and with them the time, which decides how long the first build of a site takes: AVIF is nine
//! tenths of it. Brightness is as exact as with full colours at the same setting (measured in docs/decisions.md).

use avif_serialize::Aviffy;
use avif_serialize::constants::MatrixCoefficients as Matrix;
use image::RgbImage;
use rav1e::prelude::{
    BlockSize, ChromaSamplePosition, ChromaSampling, ColorDescription, ColorPrimaries, Config,
    Context, EncoderConfig, EncoderStatus, Frame, MatrixCoefficients, PartitionRange, PixelRange,
    PredictionModesSetting, Rational, SGRComplexityLevel, SceneDetectionSpeed, SpeedSettings,
    TransferCharacteristics, Tune,
};

/// Encodes with a quantizer between 0 (everything) and 255 (nothing). One thread: the same bytes on every machine.
pub(crate) fn encode(image: &RgbImage, quantizer: u8) -> Result<Vec<u8>, String> {
    let config = Config::new()
        .with_encoder_config(settings(image, quantizer))
        .with_threads(1);
    let mut context: Context<u8> = config.new_context().map_err(|error| error.to_string())?;
    let mut frame = context.new_frame();
    fill(&mut frame, image);
    context
        .send_frame(frame)
        .map_err(|error| error.to_string())?;
    context.flush();
    let coded = packets(&mut context)?;
    let file = Aviffy::new()
        .set_chroma_subsampling((true, true))
        .matrix_coefficients(Matrix::Bt601)
        .set_full_color_range(true)
        .to_vec(&coded, None, image.width(), image.height(), 8);
    Ok(file)
}

fn packets(context: &mut Context<u8>) -> Result<Vec<u8>, String> {
    let mut coded = Vec::new();
    loop {
        match context.receive_packet() {
            Ok(packet) => coded.extend(packet.data),
            Err(EncoderStatus::Encoded) => {}
            Err(EncoderStatus::LimitReached) => return Ok(coded),
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn settings(image: &RgbImage, quantizer: u8) -> EncoderConfig {
    EncoderConfig {
        width: image.width() as usize,
        height: image.height() as usize,
        time_base: Rational::new(1, 1),
        sample_aspect_ratio: Rational::new(1, 1),
        bit_depth: 8,
        chroma_sampling: ChromaSampling::Cs420,
        chroma_sample_position: ChromaSamplePosition::Unknown,
        pixel_range: PixelRange::Full,
        color_description: Some(ColorDescription {
            color_primaries: ColorPrimaries::BT709,
            transfer_characteristics: TransferCharacteristics::SRGB,
            matrix_coefficients: MatrixCoefficients::BT601,
        }),
        mastering_display: None,
        content_light: None,
        enable_timing_info: false,
        still_picture: true,
        error_resilient: false,
        switch_frame_interval: 0,
        min_key_frame_interval: 0,
        max_key_frame_interval: 0,
        reservoir_frame_delay: None,
        low_latency: false,
        quantizer: usize::from(quantizer),
        min_quantizer: quantizer,
        bitrate: 0,
        tune: Tune::Psychovisual,
        tile_cols: 0,
        tile_rows: 0,
        tiles: 1,
        film_grain_params: None,
        level_idx: None,
        speed_settings: speed(),
    }
}

/// As `ravif` sets it at its fastest for a still picture of middling quality.
fn speed() -> SpeedSettings {
    let mut speed = SpeedSettings::from_preset(10);
    speed.multiref = false;
    speed.rdo_lookahead_frames = 1;
    speed.scene_detection_mode = SceneDetectionSpeed::None;
    speed.fast_deblock = true;
    speed.cdef = false;
    speed.lrf = false;
    speed.sgr_complexity = SGRComplexityLevel::Reduced;
    speed.motion.include_near_mvs = false;
    speed.transform.reduced_tx_set = true;
    speed.transform.tx_domain_rate = true;
    speed.transform.rdo_tx_decision = false;
    speed.transform.enable_inter_tx_split = true;
    speed.prediction.fine_directional_intra = false;
    speed.prediction.prediction_modes = PredictionModesSetting::Simple;
    speed.partition.encode_bottomup = false;
    speed.partition.partition_range =
        PartitionRange::new(BlockSize::BLOCK_16X16, BlockSize::BLOCK_16X16);
    speed
}

/// Brightness of each pixel, colour of each two by two of them (fewer at an odd edge), after BT.601 with full range.
fn fill(frame: &mut Frame<u8>, image: &RgbImage) {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (half, rows) = (width.div_ceil(2), height.div_ceil(2));
    let mut luma = vec![0_u8; width * height];
    let mut sums = vec![[0_f32; 3]; half * rows];
    for (at, pixel) in image.pixels().enumerate() {
        let [red, green, blue] = pixel.0.map(f32::from);
        let bright = 0.299 * red + 0.587 * green + 0.114 * blue;
        luma[at] = bright.round() as u8;
        let [to_blue, to_red, count] = &mut sums[(at / width / 2) * half + at % width / 2];
        *to_blue += (blue - bright) / 1.772;
        *to_red += (red - bright) / 1.402;
        *count += 1.0;
    }
    let colour = |which: usize| -> Vec<u8> {
        let mean = |sums: &[f32; 3]| (sums[which] / sums[2] + 128.0).round() as u8;
        sums.iter().map(mean).collect()
    };
    let planes = [(luma, width), (colour(0), half), (colour(1), half)];
    for (plane, (samples, stride)) in frame.planes.iter_mut().zip(planes) {
        plane.copy_from_raw_u8(&samples, stride, 1);
    }
}
