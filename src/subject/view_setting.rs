//! View settings: what a user can set about a picture besides the generator and its values, as one table over which
//! options, manifests, sessions, undo history, command palette and resets loop.

mod kind;
mod record;
mod value;

use crate::RenderSettings;
use crate::field::Channel;
use crate::view::shading::{Light, LightModel, Normals, Palette, Shading, ViewMode};
use crate::view::space::camera::Scene;
use crate::view::space::settings::{Pass, Projection, SceneSettings};
pub use kind::{SettingError, SettingKind, choice, plain_number, sample_limits};
pub(crate) use record::ViewRecord;
pub use value::SettingValue;
use value::Stored as _;

/// Heading under which `--help` lists the option of a view setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingGroup {
    /// Which positions are sampled.
    Samples,
    /// Settings of all pictures.
    View,
    /// Settings that only three-dimensional views have.
    Scene,
}

/// One row of the table of view settings.
#[derive(Debug)]
pub struct SettingInfo {
    /// Name for users of the window, as in `haze`.
    pub title: &'static str,
    /// Option of the command line, without the hyphens.
    pub option: &'static str,
    /// Placeholder of the value in `--help`.
    pub value_name: &'static str,
    /// Explanation in `--help`.
    pub help: &'static str,
    /// Heading in `--help`.
    pub group: SettingGroup,
    /// Values that the setting can have.
    pub kind: SettingKind,
    /// Kinds of three-dimensional views that have the setting.
    pub scenes: &'static [Scene],
    /// Shown in place of a default that depends on the file or the picture.
    pub automatic: &'static str,
    get: fn(&RenderSettings) -> SettingValue,
    set: fn(&mut RenderSettings, SettingValue),
    /// Replaces defaults by what they stand for. [`SettingValue::Automatic`] is not recorded.
    recorded: fn(&RenderSettings) -> SettingValue,
}

const SCENES: &[Scene] = &[Scene::Terrain, Scene::Planet, Scene::Solid];

/// Declares [`ViewSetting`]: key, title, option, placeholder, kind, group, field of [`RenderSettings`], help, and rest.
macro_rules! view_settings {
    ($($(#[$about:meta])* $Setting:ident = $key:literal, $title:literal, $option:literal, $value_name:literal,
        $kind:expr, $group:ident, $($path:ident).+, $help:literal $(, $name:ident: $other:expr)*;)*) => {
        crate::field::named::named_enum! {
            /// A view setting. Its name is the key in the JSON of manifests.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
            pub enum ViewSetting {
                $($(#[$about])* $Setting = $key,)*
            }
        }

        impl ViewSetting {
            /// Returns the row of the table.
            pub fn info(self) -> &'static SettingInfo {
                match self {
                    $(Self::$Setting => const { &SettingInfo {
                        $($name: $other,)*
                        ..SettingInfo {
                            title: $title,
                            option: $option,
                            value_name: $value_name,
                            help: $help,
                            group: SettingGroup::$group,
                            kind: { use SettingKind::*; $kind },
                            scenes: SCENES,
                            automatic: "",
                            get: |settings| settings.$($path).+.value(),
                            set: |settings, value| value.store(&mut settings.$($path).+),
                            recorded: |settings| settings.$($path).+.value(),
                        }
                    } },)*
                }
            }
        }
    };
}

view_settings! {
    /// Kind of picture.
    Mode = "mode", "view", "view", "MODE", Name(|_| ViewMode::ALL.map(ViewMode::name).into()), View, shading.mode,
        "View mode: {names} (default: @mode of the file, else texture for colors, slice for volumes, relief for others)",
        set: |settings, value| {
            let mut mode = settings.shading.mode;
            value.store(&mut mode);
            settings.shading.set_mode(mode);
        };
    /// Width and height in samples.
    Size = "size", "size", "size", "W[xH]", Size, Samples, grid.size,
        "Width and height in samples; W alone is both (default: 1024; 512 for analyze, 4096 for bench)";
    /// World position of the center.
    Center = "center", "center", "center", "X,Y", Pair, Samples, grid.center,
        "World position of the center (default: @view of the file, else 0,0)";
    /// Width in world units.
    Span = "span", "span", "span", "S", Positive, Samples, grid.span,
        "Width of the picture in world units (default: @view of the file, else 8)";
    /// Third coordinate of a slice, or of the center of a solid's cube.
    Z = "z", "z", "z", "Z", Number, View, z, "Third coordinate of a slice in world units (default: 0)";
    /// Animation time in seconds.
    Time = "time", "time", "time", "T", Number, View, time, "Time in seconds (default: 0)";
    /// Number of a vector result that is shown.
    Channel = "channel", "channel", "channel", "C", Name(|_| Channel::ALL.map(Channel::name).into()), View,
        shading.channel, "Channel of a vector result: {names} (default: x)";
    /// Direction of the sun.
    Light = "light", "light", "light", "AZ,ALT", Light, View, shading.light,
        "Direction of the light: degrees clockwise from north, degrees above the horizon (default: 315,45; 225,30 for \
         planet, whose axis points up)";
    /// Cast shadows.
    Shadow = "shadow", "shadows", "shadow", "on|off", Switch, View, shading.shadow,
        "Cast shadows: on or off (default: off for relief, on for terrain, planet and solid)",
        recorded: |settings| {
            let shading = &settings.shading;
            shading.mode.info().shadow.map(|_| shading.casts_shadows()).value()
        };
    /// Where the slopes of the light come from.
    Normals = "normals", "normals", "normals", "NORMALS", Name(|_| Normals::ALL.map(Normals::name).into()), View,
        shading.normals,
        "Slopes that the light of relief and terrain falls on: samples for differences of neighboring samples, or \
         exact for the gradient of the function at each sample, which stays sharp at any zoom (default: samples)",
        scenes: &[Scene::Terrain],
        recorded: |settings| {
            let shading = &settings.shading;
            shading.mode.info().has_normals.then_some(shading.normals).value()
        };
    /// Factor of heights.
    Exaggeration = "exaggeration", "exaggeration", "exaggeration", "Z", Number, View, shading.exaggeration,
        "Factor that heights are multiplied by before slopes are computed; the radius of a planet is 1 + Z x value \
         (default: 1)",
        scenes: &[Scene::Terrain, Scene::Planet];
    /// World units in a unit of the values.
    ZFactor = "z_factor", "z factor", "z-factor", "F", Positive, View, shading.z_factor,
        "World units in a unit of the values, for slopes, light, meshes and three-dimensional views (default: @z_factor \
         of the file, for a data file by the units that it states, else 1)",
        scenes: &[Scene::Terrain, Scene::Planet], automatic: "that of the file";
    /// Color map.
    Palette = "palette", "palette", "palette", "NAME", Name(|_| Palette::ALL.map(Palette::name).into()), View,
        shading.palette,
        "Color map: grey, viridis, magma, inferno, plasma, cividis, turbo, batlow, oleron, terrain or vik (default: \
         terrain for relief and terrain, vik for aspect, grey for sky, viridis for others)",
        recorded: |settings| settings.shading.palette().value();
    /// Values at the ends of the palette.
    ValueRange = "value_range", "value range", "value-range", "MIN,MAX|full|auto", Range, View, shading.value_range,
        "Values at the ends of the palette and of scaled formats; auto for the 0.1 and 99.9 percentiles, full for the \
         lowest and the highest (default: auto for pictures, full for .r16 and 16-bit .png)",
        automatic: "automatic";
    /// Value at the surface of a solid.
    Threshold = "threshold", "threshold", "threshold", "T", Number, View, threshold,
        "Density at the surface of a solid (default: 0)";
    /// Direction, distance and field of view of the camera.
    Camera = "camera", "camera", "camera", "AZ,ALT,DIST[,FOV]", Camera, Scene, scene.camera,
        "Direction from the target to the camera, in degrees clockwise from north and above the horizon; distance in \
         spans, for a planet in radii, or fit: centered, with 6 % free on the tighter side; vertical field of view in \
         degrees (default: @camera of the file, else 155,35,fit,40 for terrain, 180,20,fit,40 for planet, \
         200,25,fit,40 for solid)",
        automatic: "that of the file",
        recorded: |settings| {
            let scene = settings.shading.mode.info().scene;
            scene.map(|scene| settings.scene.camera(scene)).value()
        };
    /// World position that the camera turns about.
    Target = "target", "target", "target", "X,Y,Z", Target, Scene, scene.target,
        "World position that the camera turns about, Z with the exaggeration applied (default: the center of a planet; \
         for a distance that fits the middle of the picture; else the center of a solid, of a terrain at the mean of \
         the lowest and the highest sample)",
        automatic: "automatic";
    /// Number of samples along each side of the data.
    Samples = "samples", "samples", "samples", "N", Count, Scene, scene.samples,
        "Width and height of the evaluated data in samples; of a planet the cells along the edge of each of the six \
         faces of a cube (default: the width of the picture as a power of two, from 512 to 4096; 256 for solid; 512 \
         for planet, and near the camera as many as the picture needs)",
        automatic: "automatic",
        recorded: |settings| match settings.shading.mode.info().scene {
            Some(Scene::Solid) => settings.scene.solid_samples().value(),
            Some(Scene::Planet) => settings.scene.planet_layout().cells.value(),
            _ => settings.scene.samples(settings.grid.size).value(),
        };
    /// More samples near the camera of a planet. Only manifests state it; elsewhere no [`Self::Samples`] means it.
    Nested = "nested", "", "", "", Switch, Scene, scene.samples, "",
        scenes: &[Scene::Planet],
        get: |_| SettingValue::Automatic,
        set: |settings, value| {
            if value == SettingValue::Switch(true) {
                settings.scene.samples = None;
            }
        },
        recorded: |settings| settings.scene.samples.is_none().then_some(true).value();
    /// Rays per pixel.
    Rays = "spp", "rays", "spp", "K", Rays, Scene, scene.rays, "Rays per pixel: 1, 4, 9 or 16 (default: 4)";
    /// Colors or data that are written.
    Pass = "pass", "pass", "pass", "PASS", Name(|_| Pass::ALL.map(Pass::name).into()), Scene, scene.pass,
        "Content of the files: color, or as data depth, position, normal, value or steps of one ray per pixel \
         (default: color)";
    /// View mode from above that colors the ground.
    Color = "color", "ground color", "color", "MODE", Name(|mode| mode.colorings().map(ViewMode::name).collect()),
        Scene, shading.lighting.color,
        "View mode that colors the ground: relief for the file's surface or the palette, hillshade for a plain color, \
         or another one (default: relief)";
    /// Model of the light.
    LightModel = "light_model", "light model", "light-model", "MODEL",
        Name(|_| LightModel::ALL.map(LightModel::name).into()), Scene, shading.lighting.model,
        "Light: surface, or hillshade for the bare light of --view hillshade (default: surface)";
    /// Light only from the visible part of the sky.
    Sky = "sky", "sky light", "sky", "on|off", Switch, Scene, shading.lighting.sky,
        "Light of the sky only as far as the ground sees it, on a planet as far as its slope does not hide it: on or \
         off (default: on)";
    /// Strength of the haze.
    Air = "air", "haze", "air", "A", Fraction, Scene, shading.lighting.air,
        "Haze, 0 to 1; of a planet the density of its air, 1 for that of the Earth (default: 0.15; 1 for planet)",
        recorded: |settings| settings.shading.air().value();
    /// Values on the cut of a solid.
    ColorCut = "color_cut", "color cut", "color-cut", "on|off", Switch, Scene, shading.lighting.colors_cut,
        "Color the cut of a solid by its values: on or off, for dark rock with lines of equal values (default: off)",
        scenes: &[Scene::Solid];
    /// Half space of a solid that is cut away.
    Clip = "clip", "clip", "clip", "AXIS=VALUE", Clip, Scene, scene.clip,
        "Cut away what lies beyond a coordinate of a solid: x=VALUE, y=VALUE or z=VALUE",
        scenes: &[Scene::Solid], automatic: "off";
    /// Level of a planet's sea.
    Sea = "sea", "sea", "sea", "L", Level, Scene, scene.sea,
        "Level of the sea of a planet: lower values are below water; or off (default: @sea of the file, else off)",
        scenes: &[Scene::Planet], automatic: "that of the file",
        get: |settings| if settings.scene.is_dry { SettingValue::Off } else { settings.scene.sea.value() },
        set: |settings, value| {
            settings.scene.is_dry = value == SettingValue::Off;
            settings.scene.sea = None;
            value.store(&mut settings.scene.sea);
        };
    /// Map of a planet in place of the view.
    Projection = "projection", "projection", "projection", "MAP",
        Name(|_| Projection::ALL.map(Projection::name).into()), Scene, scene.projection,
        "Write a map of a planet: equirect, of longitude -180 to 180 and latitude 90 to -90 degrees, or cube, the six \
         layers of a cube texture in files FILE_+x, FILE_-x, FILE_+y, FILE_-y, FILE_+z and FILE_-z",
        scenes: &[Scene::Planet];
}

impl ViewSetting {
    /// Returns the text for `--help`, which lists the names that the setting takes.
    pub fn help(self) -> String {
        let SettingInfo { kind, help, .. } = self.info();
        let SettingKind::Name(names) = kind else {
            return (*help).to_owned();
        };
        let names = names(ViewMode::Terrain);
        let list =
            names.split_last().map(|(last, others)| format!("{} or {last}", others.join(", ")));
        help.replace("{names}", &list.unwrap_or_default())
    }

    /// Returns the settings of a group that are options of the command line.
    pub fn options(group: SettingGroup) -> impl Iterator<Item = Self> {
        let all = Self::ALL.into_iter();
        all.filter(move |setting| setting.info().group == group && *setting != Self::Nested)
    }

    /// Returns true if pictures of this view mode have the setting.
    pub fn applies(self, mode: ViewMode) -> bool {
        let SettingInfo { group, scenes, .. } = self.info();
        match mode.info().scene {
            _ if self == Self::Normals => mode.info().has_normals,
            Some(scene) => scenes.contains(&scene),
            None => *group != SettingGroup::Scene,
        }
    }

    /// Returns the value; [`SettingValue::Automatic`] for a default that depends on mode, file or picture.
    pub fn get(self, settings: &RenderSettings) -> SettingValue {
        (self.info().get)(settings)
    }

    /// Sets the value unchecked. [`SettingValue::Automatic`] changes no setting without an automatic default.
    pub fn set(self, settings: &mut RenderSettings, value: SettingValue) {
        (self.info().set)(settings, value);
    }

    /// Returns the default for the view mode of `settings`.
    pub fn default(self, settings: &RenderSettings) -> SettingValue {
        let mut initial = RenderSettings::from(settings.grid);
        initial.shading = Shading {
            mode: settings.shading.mode,
            light: Light::of_mode(settings.shading.mode),
            ..Shading::default()
        };
        initial.scene = SceneSettings::default();
        self.get(&initial)
    }

    /// Returns the value that a manifest records: a default that depends on view mode or picture as what it stands for.
    pub fn recorded(self, settings: &RenderSettings) -> SettingValue {
        (self.info().recorded)(settings)
    }

    /// Returns a value as text for the user; `number` formats numbers.
    pub fn text(self, value: SettingValue, number: impl Fn(f64) -> String) -> String {
        kind::text(value, number, self.info().automatic)
    }

    /// Parses a value as the user types it. Numbers are parsed by `number`, which may also evaluate expressions.
    ///
    /// # Errors
    /// The text is not a value of the setting in this view mode.
    pub fn parse(
        self,
        text: &str,
        mode: ViewMode,
        number: fn(&str) -> Option<f64>,
    ) -> Result<SettingValue, SettingError> {
        let value = self.info().kind.parse(text, mode, number)?;
        self.check_value(value, mode)?;
        Ok(value)
    }

    /// Checks a value for a view mode.
    ///
    /// # Errors
    /// As for [`Self::check`].
    pub fn check_value(self, value: SettingValue, mode: ViewMode) -> Result<(), SettingError> {
        self.info().kind.check(value, mode)
    }

    /// Checks the value in `settings`, which may come from a file.
    ///
    /// # Errors
    /// A number is outside of its limits, or the view mode has no such choice.
    pub fn check(self, settings: &RenderSettings) -> Result<(), SettingError> {
        self.check_value(self.get(settings), settings.shading.mode)
    }
}
