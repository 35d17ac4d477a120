// The stand: "angle" is what is printed four times, "all" shows the whole with its battens, to look at.
include <measures.scad>

part = "angle"; // or "all"
camera_cm = 60; // 60, 50, 40
$fn = 24;
wood = stand_wood;
mat_depth = mats[search(camera_cm, mats)[0]][2];
arm_height = camera_cm * 10 + stand_lens_below_arm; // of the arm's lower side
post = arm_height + stand_arm_below_top - stand_foot[2];
arm = mat_depth / 2 + stand_behind_mat + wood + stand_arm_over + 10;

module angle() difference() {
    union() {
        cube([stand_angle[0], wood, stand_angle[1]]);
        cube([stand_angle[1], wood, stand_angle[0]]);
        for (y = [0, wood - 3]) translate([0, y + 3, 0]) rotate([90, 0, 0]) // a rib at each side
            linear_extrude(3) polygon([[0, 0], [stand_angle[0], 0], [0, stand_angle[0]]]);
    }
    for (along = [stand_angle[0] * 0.4, stand_angle[0] * 0.8]) {
        translate([along, wood / 2, -1]) cylinder(d = camera_screw, h = stand_angle[1] + 2);
        translate([-1, wood / 2, along]) rotate([0, 90, 0]) cylinder(d = camera_screw, h = stand_angle[1] + 2);
    }
}

module all() {
    translate([wood - stand_foot[0], -stand_foot[1] / 2, 0]) cube(stand_foot);
    translate([0, -wood / 2, stand_foot[2]]) cube([wood, wood, post]);
    translate([wood, -wood / 2, arm_height]) cube([arm - wood, wood, wood]);
    translate([wood, -wood / 2, stand_foot[2]]) angle();
    translate([wood, wood / 2, arm_height]) rotate([180, 0, 0]) angle();
}

if (part == "angle") angle(); else if (part == "all") all();
