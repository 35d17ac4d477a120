// Holds the camera below the arm of the stand, the lens looking down. It prints as it stands here, upside down.
include <measures.scad>

camera = "module"; // or "hq", "webcam"
shown = true;
$fn = 24;
size = camera_plate;
holes = camera == "module" ? camera_module : camera == "hq" ? camera_hq : [];
hole = camera == "module" ? camera_module_hole : camera_hq_hole;

module head() difference() {
    union() {
        translate([-size[0] / 2, -size[1] / 2, 0]) cube(size);
        for (at = holes) translate([at[0], at[1], size[2] - 0.1]) cylinder(d = hole + 3.4, h = camera_spacer + 0.1);
        for (side = [-1, 1]) translate([side * (stand_wood / 2 + 0.3 + 2) - 2, -size[1] / 2, -camera_cheek])
            cube([4, size[1], camera_cheek + 0.1]);
    }
    for (at = holes) translate([at[0], at[1], -1]) cylinder(d = hole, h = size[2] + camera_spacer + 2);
    if (camera == "webcam") translate([0, 0, -1]) cylinder(d = camera_tripod, h = size[2] + 2);
    for (y = [-size[1] / 4, size[1] / 4]) translate([-size[0], y, -camera_cheek / 2])
        rotate([0, 90, 0]) cylinder(d = camera_screw, h = 2 * size[0]);
}

if (shown) head();
